//! Frames on the air.

use crate::carried::Content;
use crate::frame::Header;
use crate::phy::links::LinkRange;
use airhop_base::Nanos;

/// A frame on the air.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub header: Header,
    pub start: Nanos,
    pub airtime: Nanos,
    pub rate_kbps: u64,
    /// Whom the frame reaches: the sender's links when it was sent.
    pub links: LinkRange,
    /// The next of them to be reached.
    pub next: usize,
    /// Whether first bits are still arriving; afterwards last bits are.
    pub arriving: bool,
}

/// The frames on the air; places are used again. What the frames carry lies apart, since most carry nothing.
#[derive(Clone, Debug)]
pub(crate) struct Flights<P> {
    flights: Vec<Flight>,
    contents: Vec<Option<Content<P>>>,
    free: Vec<u32>,
}

impl<P> Flights<P> {
    pub fn new() -> Self {
        Self { flights: Vec::new(), contents: Vec::new(), free: Vec::new() }
    }

    /// Puts a frame on the air and gives its number.
    #[inline(always)]
    pub fn add(&mut self, flight: Flight, content: Option<Content<P>>) -> u32 {
        match self.free.pop() {
            Some(id) => {
                self.flights[id as usize] = flight;
                if content.is_some() {
                    self.contents[id as usize] = content;
                }
                id
            }
            None => {
                self.flights.push(flight);
                self.contents.push(content);
                (self.flights.len() - 1) as u32
            }
        }
    }

    /// The frame is over for everyone.
    pub fn remove(&mut self, id: u32) {
        if self.contents[id as usize].is_some() {
            self.contents[id as usize] = None;
        }
        self.free.push(id);
    }

    /// The frame itself.
    pub fn get(&self, id: u32) -> &Flight {
        &self.flights[id as usize]
    }

    /// The frame itself, to note how far it has come.
    pub fn get_mut(&mut self, id: u32) -> &mut Flight {
        &mut self.flights[id as usize]
    }

    /// All frames on the air.
    pub fn in_the_air_mut(&mut self) -> impl Iterator<Item = &mut Flight> {
        let free = &self.free;
        self.flights.iter_mut().enumerate().filter(|(id, _)| !free.contains(&(*id as u32))).map(|(_, flight)| flight)
    }

    /// What a frame carries.
    pub fn content(&self, id: u32) -> Option<&Content<P>> {
        self.contents[id as usize].as_ref()
    }
}
