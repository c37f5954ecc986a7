"""Time series of one run, stored compactly: a run has hundreds of thousands of samples."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

Columns = tuple[Sequence[float], Sequence[str], Sequence[str], Sequence[float]]
"""Time in s, subject, quantity and value, as the simulator gives them."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Columns of equal length, one row per sample."""

    time_s: NDArray[np.float64]
    subject: pd.Categorical[str]
    quantity: pd.Categorical[str]
    value: NDArray[np.float64]

    @classmethod
    def of(cls, columns: Columns, quantities: Collection[str] | None = None) -> Samples:
        """Convert columns, optionally of some quantities only."""
        import numpy as np
        import pandas as pd

        time_s, subject, quantity, value = columns
        samples = cls(
            np.asarray(time_s, float),
            pd.Categorical(list(subject)),
            pd.Categorical(list(quantity)),
            np.asarray(value, float),
        )
        return samples if quantities is None else samples._where(samples.quantity.isin(list(quantities)))

    def choose(self, subject: str, quantity: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give times and values of one quantity of one subject."""
        import numpy as np

        chosen = np.asarray((self.subject == subject) & (self.quantity == quantity))
        return self.time_s[chosen], self.value[chosen]

    def frame(self) -> pd.DataFrame:
        """Give one row per sample: time_s, subject, quantity, value."""
        import pandas as pd

        return pd.DataFrame(
            {
                "time_s": self.time_s,
                "subject": self.subject.astype(str),
                "quantity": self.quantity.astype(str),
                "value": self.value,
            }
        )

    def to_parquet(self) -> bytes:
        """Write them as a Parquet file of the same columns as the frame."""
        import pandas as pd

        columns = {"time_s": self.time_s, "subject": self.subject, "quantity": self.quantity, "value": self.value}
        return pd.DataFrame(columns).to_parquet(index=False)

    @classmethod
    def read_parquet(cls, path: Path) -> Samples:
        """Read what `to_parquet` wrote. Raises `OSError` or `ValueError` where it is not there, or damaged."""
        import pandas as pd

        frame = pd.read_parquet(path)
        return cls(
            frame["time_s"].to_numpy(),
            cast("pd.Categorical[str]", frame["subject"].array),
            cast("pd.Categorical[str]", frame["quantity"].array),
            frame["value"].to_numpy(),
        )

    def _where(self, chosen: NDArray[np.bool_]) -> Samples:
        return Samples(self.time_s[chosen], self.subject[chosen], self.quantity[chosen], self.value[chosen])
