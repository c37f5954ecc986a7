// One run of a multihop 802.11b scenario in ns-3 3.44: `scenario --layout=FILE --seed=1`.
//
// The layout file contains lines `node X_M Y_M` and `flow SOURCE DESTINATION`. Prints one line of JSON.
// The radio is as similar to ns-2's 914 MHz WaveLAN as ns-3 permits: two-ray ground, 250 m decode and 550 m carrier sense;
// a frame survives interference that is at least 10 dB weaker and no other.

#include "ns3/aodv-module.h"
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/propagation-module.h"
#include "ns3/traffic-control-module.h"
#include "ns3/wifi-module.h"

#include <chrono>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <sys/resource.h>

using namespace ns3;

namespace
{
constexpr double kCaptureRatio = 10.0;
constexpr double kTransmitPowerDbm = 24.5;          // 0.28183815 W
constexpr double kDecodeThresholdDbm = -64.37463;   // 3.652e-10 W: 250 m
constexpr double kCarrierSenseThresholdDbm = -78.07154; // 1.559e-11 W: 550 m
constexpr uint16_t kPort = 5000;

uint64_t g_chunksJudged = 0;
} // namespace

// ns-3 decides on every DSSS chunk by its own bit-error formula, in a method that is not virtual, so that it never calls a
// custom ErrorRateModel for 802.11b. The program's definition takes precedence over the shared library's at load time; the
// end of the run checks that it was used.
double
ErrorRateModel::GetChunkSuccessRate(WifiMode, const WifiTxVector&, double snr, uint64_t, uint8_t, WifiPpduField, uint16_t)
    const
{
    ++g_chunksJudged;
    return snr >= kCaptureRatio ? 1.0 : 0.0;
}

namespace
{
struct Flow
{
    uint32_t source;
    uint32_t destination;
    uint64_t bytesAtWarmup = 0;
    uint64_t timeouts = 0;
    Ptr<PacketSink> sink;
};

struct Layout
{
    std::vector<Vector> positions;
    std::vector<Flow> flows;
};

Layout
ReadLayout(const std::string& path)
{
    std::ifstream file(path);
    NS_ABORT_MSG_IF(!file, "cannot read layout " << path);
    Layout layout;
    std::string line;
    while (std::getline(file, line))
    {
        std::istringstream words(line);
        std::string kind;
        if (!(words >> kind) || kind[0] == '#')
        {
            continue;
        }
        double first;
        double second;
        NS_ABORT_MSG_IF(!(words >> first >> second), "layout " << path << ": cannot read `" << line << "`");
        if (kind == "node")
        {
            layout.positions.emplace_back(first, second, 0.0);
        }
        else if (kind == "flow")
        {
            layout.flows.push_back(Flow{static_cast<uint32_t>(first), static_cast<uint32_t>(second)});
        }
        else
        {
            NS_ABORT_MSG("layout " << path << ": neither node nor flow: `" << line << "`");
        }
    }
    for (const auto& flow : layout.flows)
    {
        NS_ABORT_MSG_IF(flow.source >= layout.positions.size() || flow.destination >= layout.positions.size(),
                        "layout " << path << ": a flow names a node that is not there");
    }
    return layout;
}

// Next hops on paths with the fewest hops over links of at most `range`; ties go to the lowest-numbered neighbour.
std::vector<std::vector<uint32_t>>
NextHops(const std::vector<Vector>& positions, double range)
{
    const auto count = static_cast<uint32_t>(positions.size());
    std::vector<std::vector<uint32_t>> next(count, std::vector<uint32_t>(count, count));
    for (uint32_t target = 0; target < count; ++target)
    {
        std::vector<uint32_t> frontier{target};
        next[target][target] = target;
        while (!frontier.empty())
        {
            std::vector<uint32_t> reached;
            for (uint32_t at : frontier)
            {
                for (uint32_t node = 0; node < count; ++node)
                {
                    if (next[node][target] == count && CalculateDistance(positions[at], positions[node]) <= range)
                    {
                        next[node][target] = at;
                        reached.push_back(node);
                    }
                }
            }
            frontier = reached;
        }
    }
    return next;
}

double
CpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string layoutPath;
    std::string routing = "aodv";
    std::string dataMode = "DsssRate2Mbps";
    uint32_t seed = 1;
    uint32_t window = 20;
    uint32_t payload = 1460;
    uint32_t ackEvery = 1;
    double duration = 300.0;
    double warmup = 30.0;
    double start = 1.0;
    double spread = 1.0;

    CommandLine command;
    command.AddValue("layout", "file of node positions and flows", layoutPath);
    command.AddValue("routing", "aodv or static", routing);
    command.AddValue("mode", "WifiMode of data frames", dataMode);
    command.AddValue("seed", "run number of ns-3's random streams", seed);
    command.AddValue("window", "largest window, segments", window);
    command.AddValue("payload", "segment size, bytes", payload);
    command.AddValue("ack-every", "segments per acknowledgement: 1 or 2", ackEvery);
    command.AddValue("duration", "simulated time, s", duration);
    command.AddValue("warmup", "initial time excluded from the results, s", warmup);
    command.AddValue("start", "start of the first flow, s", start);
    command.Parse(argc, argv);
    NS_ABORT_MSG_IF(routing != "aodv" && routing != "static", "routing must be aodv or static, got " << routing);

    Layout layout = ReadLayout(layoutPath);
    RngSeedManager::SetSeed(12345);
    RngSeedManager::SetRun(seed);

    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpNewReno::GetTypeId()));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(payload));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(ackEvery));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(100)));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(window * payload));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 * window * payload));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::WifiRemoteStationManager::RtsCtsThreshold", UintegerValue(0));
    Config::SetDefault("ns3::WifiMacQueue::MaxSize", QueueSizeValue(QueueSize("50p")));

    NodeContainer nodes;
    nodes.Create(static_cast<uint32_t>(layout.positions.size()));
    auto positions = CreateObject<ListPositionAllocator>();
    for (const auto& position : layout.positions)
    {
        positions->Add(Vector(position.x, position.y, 1.5));
    }
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(nodes);

    auto loss = CreateObject<TwoRayGroundPropagationLossModel>();
    loss->SetAttribute("Frequency", DoubleValue(914e6));
    auto channel = CreateObject<YansWifiChannel>();
    channel->SetPropagationLossModel(loss);
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());

    YansWifiPhyHelper phy;
    phy.SetChannel(channel);
    phy.Set("TxPowerStart", DoubleValue(kTransmitPowerDbm));
    phy.Set("TxPowerEnd", DoubleValue(kTransmitPowerDbm));
    phy.Set("RxSensitivity", DoubleValue(kCarrierSenseThresholdDbm));
    phy.Set("CcaEdThreshold", DoubleValue(kCarrierSenseThresholdDbm));
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "Threshold",
                                  DoubleValue(10.0 * std::log10(kCaptureRatio)),
                                  "MinimumRssi",
                                  DoubleValue(kDecodeThresholdDbm));

    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(dataMode),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "NonUnicastMode",
                                 StringValue("DsssRate1Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    const NetDeviceContainer devices = wifi.Install(phy, mac, nodes);

    InternetStackHelper internet;
    AodvHelper aodv;
    aodv.Set("EnableHello", BooleanValue(false));
    Ipv4StaticRoutingHelper fixed;
    if (routing == "aodv")
    {
        internet.SetRoutingHelper(aodv);
    }
    else
    {
        internet.SetRoutingHelper(fixed);
    }
    internet.Install(nodes);
    Ipv4AddressHelper addresses;
    addresses.SetBase("10.0.0.0", "255.255.0.0");
    const Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    // Without a queueing discipline above it, the MAC's own queue of 50 is the interface queue, as in ns-2.
    TrafficControlHelper().Uninstall(devices);
    if (routing == "static")
    {
        const auto next = NextHops(layout.positions, 250.0);
        for (uint32_t at = 0; at < nodes.GetN(); ++at)
        {
            const auto table = fixed.GetStaticRouting(nodes.Get(at)->GetObject<Ipv4>());
            for (uint32_t target = 0; target < nodes.GetN(); ++target)
            {
                if (target != at && next[at][target] < nodes.GetN())
                {
                    table->AddHostRouteTo(interfaces.GetAddress(target), interfaces.GetAddress(next[at][target]), 1);
                }
            }
        }
    }

    auto offsets = CreateObject<UniformRandomVariable>();
    for (uint32_t number = 0; number < layout.flows.size(); ++number)
    {
        Flow& flow = layout.flows[number];
        const auto port = static_cast<uint16_t>(kPort + number);
        PacketSinkHelper sinks("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        const ApplicationContainer sink = sinks.Install(nodes.Get(flow.destination));
        sink.Start(Seconds(0));
        flow.sink = DynamicCast<PacketSink>(sink.Get(0));
        BulkSendHelper sources("ns3::TcpSocketFactory",
                               InetSocketAddress(interfaces.GetAddress(flow.destination), port));
        sources.SetAttribute("SendSize", UintegerValue(payload));
        const ApplicationContainer source = sources.Install(nodes.Get(flow.source));
        const double at = start + (layout.flows.size() > 1 ? offsets->GetValue(0.0, spread) : 0.0);
        source.Start(Seconds(at));
        // The socket exists only once the application has started.
        Simulator::Schedule(Seconds(at) + NanoSeconds(1), [source, &flow] {
            const auto socket = DynamicCast<BulkSendApplication>(source.Get(0))->GetSocket();
            const Callback<void, TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t> onState(
                [&flow](TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t now) {
                    if (now == TcpSocketState::CA_LOSS)
                    {
                        ++flow.timeouts;
                    }
                });
            socket->TraceConnectWithoutContext("CongState", onState);
        });
    }
    Simulator::Schedule(Seconds(warmup), [&layout] {
        for (Flow& flow : layout.flows)
        {
            flow.bytesAtWarmup = flow.sink->GetTotalRx();
            flow.timeouts = 0;
        }
    });

    Simulator::Stop(Seconds(duration));
    const double cpuBefore = CpuSeconds();
    const auto wallBefore = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wallBefore;
    const double cpu = CpuSeconds() - cpuBefore;
    NS_ABORT_MSG_IF(g_chunksJudged == 0, "the 10 dB capture rule is not in force: ns-3's own error model was used");

    std::ostringstream flows;
    double total = 0.0;
    flows << std::setprecision(7);
    for (uint32_t number = 0; number < layout.flows.size(); ++number)
    {
        const Flow& flow = layout.flows[number];
        const auto bytes = flow.sink->GetTotalRx() - flow.bytesAtWarmup;
        const double kbps = static_cast<double>(bytes) * 8.0 / 1000.0 / (duration - warmup);
        total += kbps;
        flows << (number ? "," : "") << "{\"name\":\"f" << number << "\",\"src\":" << flow.source
              << ",\"dst\":" << flow.destination << ",\"goodput_kbps\":" << kbps << ",\"delivered_bytes\":" << bytes
              << ",\"timeouts\":" << flow.timeouts << "}";
    }
    std::cout << std::setprecision(7) << "{\"simulator\":\"ns-3\",\"routing\":\"" << routing << "\",\"seed\":" << seed
              << ",\"simulated_s\":" << duration << ",\"warmup_s\":" << warmup << ",\"wall_s\":" << wall.count()
              << ",\"cpu_s\":" << cpu << ",\"goodput_kbps\":" << total
              << ",\"events\":" << Simulator::GetEventCount() << ",\"flows\":[" << flows.str() << "]}" << std::endl;
    Simulator::Destroy();
    return 0;
}
