"""Builds the program for the platform of a wheel and puts it among the wheel's scripts.

$GOOS and $GOARCH name the platform, as they do for Go; without them it is this machine's.
"""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[2]

# Without cgo the program needs no C library, so that one wheel serves both kinds of
# Linux. Go 1.26 needs macOS 12.
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}


class Program(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the program and names the platform."""
        if version == "editable":  # the package calls bin/coverstat
            return
        system, machine = subprocess.run(["go", "env", "GOOS", "GOARCH"], capture_output=True, text=True, check=True).stdout.split()
        platform = f"{system}/{machine}"
        if platform not in PLATFORMS:
            raise ValueError(f"no wheel for {platform}: expected one of {', '.join(PLATFORMS)}")
        name = "coverstat.exe" if system == "windows" else "coverstat"
        program = ROOT / "bin" / "wheel" / platform.replace("/", "-") / name
        # Neither paths nor the state of the repository may show in the bytes.
        subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", str(program), "./cmd/coverstat"],
                       cwd=ROOT, check=True, env={**os.environ, "CGO_ENABLED": "0"})
        build_data["tag"] = f"py3-none-{PLATFORMS[platform]}"
        build_data["pure_python"] = False
        build_data["shared_scripts"][str(program)] = name
