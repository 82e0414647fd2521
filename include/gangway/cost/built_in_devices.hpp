// L5 - the built-in table of devices, in the format of `read_devices`.
#pragma once

#include <string_view>

#include "device_csv.hpp"

namespace gangway::cost {

/// Peaks, bandwidths and power limits as vendors and others print them, dense and sparse apart; never measured.
///
/// Semantics: `used` is no for a value that another source contradicts; the remark says what is wrong with it, where
/// that is known. docs/cost/devices.md lists the sources with their addresses.
inline constexpr std::string_view built_in_device_csv = R"(device,quantity,type,sparse,value,unit,used,source,remark
Jetson Orin Nano 8GB,peak,fp32,,1.28,TFLOP/s,,NVIDIA Orin Nano data sheet (Scribd),1024 lanes * 2 * 0.625 GHz
Jetson Orin Nano 8GB,peak,fp32,,2.5,TFLOP/s,no,VLA-Perf system_configs.py,twice what the lanes and the clock give
Jetson Orin Nano 8GB,peak,bf16,,10,TFLOP/s,,VLA-Perf system_configs.py,
Jetson Orin Nano 8GB,peak,fp16,,10,TFLOP/s,,VLA-Perf system_configs.py,
Jetson Orin Nano 8GB,peak,int8,,20,TOP/s,,NVIDIA Orin Nano data sheet (Scribd),dense; 40 is the sparse figure
Jetson Orin Nano 8GB,peak,int8,yes,40,TOP/s,,NVIDIA Orin Nano data sheet (Scribd),
Jetson Orin Nano 8GB,peak,int4,,40,TOP/s,,VLA-Perf system_configs.py,
Jetson Orin Nano 8GB,bandwidth,,,68,GB/s,,VLA-Perf system_configs.py,
Jetson Orin Nano 8GB,capacity,,,8,GB,,VLA-Perf system_configs.py,
Jetson Orin Nano 8GB,power,,,15,W,,NVIDIA Orin Nano data sheet (Scribd),modes of 7 and 15 W
Jetson Orin Nano Super,peak,fp32,,2.09,TFLOP/s,,"brojogopalsapui.com, citing NVIDIA",1024 lanes * 2 * 1.02 GHz
Jetson Orin Nano Super,peak,bf16,,16.75,TFLOP/s,,"brojogopalsapui.com, citing NVIDIA",half of dense int8
Jetson Orin Nano Super,peak,fp16,,16.75,TFLOP/s,,"brojogopalsapui.com, citing NVIDIA",half of dense int8
Jetson Orin Nano Super,peak,int8,,33.5,TOP/s,,"brojogopalsapui.com, citing NVIDIA",half of the sparse figure
Jetson Orin Nano Super,peak,int8,yes,67,TOP/s,,"brojogopalsapui.com, citing NVIDIA",
Jetson Orin Nano Super,bandwidth,,,102,GB/s,,"brojogopalsapui.com, citing NVIDIA",
Jetson Orin Nano Super,capacity,,,8,GB,,"brojogopalsapui.com, citing NVIDIA",
Jetson Orin Nano Super,power,,,25,W,,"brojogopalsapui.com, citing NVIDIA",modes of 7 to 25 W
Jetson AGX Orin 64GB,peak,fp32,,5.3,TFLOP/s,,"mzph.cn, citing the NVIDIA brief",GPU alone
Jetson AGX Orin 64GB,peak,fp32,,17,TFLOP/s,no,VLA-Perf system_configs.py,not reached by the lanes of the GPU
Jetson AGX Orin 64GB,peak,bf16,,42.5,TFLOP/s,,"mzph.cn, citing the NVIDIA brief",GPU alone; half of dense int8
Jetson AGX Orin 64GB,peak,fp16,,42.5,TFLOP/s,,"mzph.cn, citing the NVIDIA brief",GPU alone; half of dense int8
Jetson AGX Orin 64GB,peak,fp16,,67,TFLOP/s,no,VLA-Perf system_configs.py,a quarter of 275 sparse TOP/s of GPU and DLA
Jetson AGX Orin 64GB,peak,int8,,85,TOP/s,,"mzph.cn, citing the NVIDIA brief",GPU alone; half of the sparse figure
Jetson AGX Orin 64GB,peak,int8,,138,TOP/s,no,VLA-Perf system_configs.py,half of 275 sparse TOP/s of GPU and DLA
Jetson AGX Orin 64GB,peak,int8,yes,170,TOP/s,,"mzph.cn, citing the NVIDIA brief",GPU alone
Jetson AGX Orin 64GB,bandwidth,,,204.8,GB/s,,VLA-Perf system_configs.py,
Jetson AGX Orin 64GB,capacity,,,64,GB,,VLA-Perf system_configs.py,
Jetson AGX Orin 64GB,power,,,60,W,,"mzph.cn, citing the NVIDIA brief",modes of 15 to 60 W
Jetson AGX Thor,peak,fp32,,8.04,TFLOP/s,,derived,2560 lanes * 2 * 1.57 GHz; the clock is torring.dev's
Jetson AGX Thor,peak,fp32,,100,TFLOP/s,no,VLA-Perf system_configs.py,not reached by the lanes
Jetson AGX Thor,peak,bf16,,258.75,TFLOP/s,,derived,2070 sparse FP4 / 8
Jetson AGX Thor,peak,fp16,,258.75,TFLOP/s,,derived,2070 sparse FP4 / 8
Jetson AGX Thor,peak,fp16,,400,TFLOP/s,no,VLA-Perf system_configs.py,gives the ridge of 1481 in the VLA-Perf tables
Jetson AGX Thor,peak,fp8,,517.5,TFLOP/s,,derived,2070 sparse FP4 / 4
Jetson AGX Thor,peak,fp8,,800,TFLOP/s,no,VLA-Perf system_configs.py,
Jetson AGX Thor,peak,fp8,,1035,TFLOP/s,no,Jetson list on GitHub,"the sparse figure, printed as dense"
Jetson AGX Thor,peak,fp8,yes,1035,TFLOP/s,,derived,2070 sparse FP4 / 2
Jetson AGX Thor,peak,int8,,517.5,TOP/s,,derived,as FP8
Jetson AGX Thor,peak,int8,,800,TOP/s,no,VLA-Perf system_configs.py,
Jetson AGX Thor,peak,fp4,,1035,TFLOP/s,,derived,half of the sparse figure
Jetson AGX Thor,peak,fp4,,2000,TFLOP/s,no,VLA-Perf system_configs.py,"the sparse figure, printed as dense"
Jetson AGX Thor,peak,fp4,yes,2070,TFLOP/s,,"learnaivisually.com, citing NVIDIA",
Jetson AGX Thor,bandwidth,,,273,GB/s,,Jetson list on GitHub,
Jetson AGX Thor,bandwidth,,,270,GB/s,no,VLA-Perf system_configs.py,
Jetson AGX Thor,capacity,,,128,GB,,VLA-Perf system_configs.py,
Jetson AGX Thor,power,,,130,W,,"learnaivisually.com, citing NVIDIA",modes of 40 to 130 W
RTX 4090,peak,fp32,,82.58,TFLOP/s,,waredb.com,
RTX 4090,peak,tf32,,82.58,TFLOP/s,,waredb.com,
RTX 4090,peak,bf16,,165.15,TFLOP/s,,waredb.com,sums in FP32
RTX 4090,peak,fp16,,165.15,TFLOP/s,,waredb.com,sums in FP32
RTX 4090,peak,fp16_acc16,,330.3,TFLOP/s,,hmc-tech.com,
RTX 4090,peak,fp8,,330.3,TFLOP/s,,waredb.com,sums in FP32
RTX 4090,peak,fp8_acc16,,660.6,TFLOP/s,,hmc-tech.com,
RTX 4090,peak,int8,,660.6,TOP/s,,waredb.com,
RTX 4090,peak,int8,,330,TOP/s,no,VLA-Perf system_configs.py,half of the dense figure
RTX 4090,peak,int4,,1321.21,TOP/s,,waredb.com,
RTX 4090,peak,int4,,660,TOP/s,no,VLA-Perf system_configs.py,half of the dense figure
RTX 4090,peak,tf32,yes,165.15,TFLOP/s,,waredb.com,
RTX 4090,peak,bf16,yes,330.3,TFLOP/s,,waredb.com,
RTX 4090,peak,fp16,yes,330.3,TFLOP/s,,waredb.com,
RTX 4090,peak,fp8,yes,660.6,TFLOP/s,,waredb.com,
RTX 4090,peak,int8,yes,1321.21,TOP/s,,waredb.com,
RTX 4090,bandwidth,,,1008,GB/s,,waredb.com,
RTX 4090,capacity,,,24,GB,,waredb.com,
RTX 4090,power,,,450,W,,hmc-tech.com,
RTX 5090,peak,fp32,,105,TFLOP/s,,VLA-Perf system_configs.py,
RTX 5090,peak,bf16,,209.5,TFLOP/s,,"codesota.com, citing NVIDIA",sums in FP32
RTX 5090,peak,fp16,,209.5,TFLOP/s,,"codesota.com, citing NVIDIA",sums in FP32
RTX 5090,peak,fp16_acc16,,419.2,TFLOP/s,,spheron.network,"half of the sparse figure, which the page prints as FP16"
RTX 5090,peak,fp16_acc16,yes,838.4,TFLOP/s,,spheron.network,
RTX 5090,peak,fp8,,419,TFLOP/s,,VLA-Perf system_configs.py,sums in FP32
RTX 5090,peak,int8,,838,TOP/s,,castromedia.org,3352 sparse FP4 / 4
RTX 5090,peak,int8,,419,TOP/s,no,VLA-Perf system_configs.py,half of the dense figure
RTX 5090,peak,fp4,,1676,TFLOP/s,,derived,half of the sparse figure
RTX 5090,peak,fp4,,838,TFLOP/s,no,VLA-Perf system_configs.py,
RTX 5090,peak,fp4,yes,3352,TFLOP/s,,castromedia.org,
RTX 5090,bandwidth,,,1792,GB/s,,"codesota.com, citing NVIDIA",
RTX 5090,capacity,,,32,GB,,"codesota.com, citing NVIDIA",
RTX 5090,power,,,575,W,,"codesota.com, citing NVIDIA",
A100 80GB SXM,peak,fp64,,9.7,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,fp64_matrix,,19.5,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,fp32,,19.5,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,tf32,,156,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,bf16,,312,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,fp16,,312,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,int8,,624,TOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,int4,,1248,TOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,tf32,yes,312,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,bf16,yes,624,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,fp16,yes,624,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,int8,yes,1248,TOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,peak,int4,yes,2496,TOP/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,bandwidth,,,2039,GB/s,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,capacity,,,80,GB,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,power,,,400,W,,"glennklockwood.com, citing NVIDIA",
A100 80GB SXM,bandwidth,,,1555,GB/s,no,"glennklockwood.com, citing NVIDIA",the card of 40 GB
H100 SXM,peak,fp64,,33.5,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp64_matrix,,66.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp32,,66.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,tf32,,494.7,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,bf16,,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp16,,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp8,,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,int8,,1978.9,TOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,tf32,yes,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,bf16,yes,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp16,yes,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,fp8,yes,3957.8,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,int8,yes,3957.8,TOP/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,peak,bf16,,989.5,TFLOP/s,no,pytorch/pytorch#182023,rounded another way
H100 SXM,peak,bf16,,133,TFLOP/s,no,gpu.blog,"the rate of the vector units, printed as the matrix peak"
H100 SXM,bandwidth,,,3350,GB/s,,"glennklockwood.com, citing NVIDIA",
H100 SXM,capacity,,,80,GB,,"glennklockwood.com, citing NVIDIA",
H100 SXM,power,,,700,W,,"glennklockwood.com, citing NVIDIA",
H100 SXM,bandwidth,,,3000,GB/s,no,gpu.blog,
H200 SXM,peak,fp64,,33.5,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp64_matrix,,66.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp32,,66.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,tf32,,494.7,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,bf16,,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp16,,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp8,,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,int8,,1978.9,TOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,tf32,yes,989.4,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,bf16,yes,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp16,yes,1978.9,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,fp8,yes,3957.8,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,int8,yes,3957.8,TOP/s,,"glennklockwood.com, citing NVIDIA",
H200 SXM,peak,bf16,,1970,TFLOP/s,no,saulelectric.com,"the sparse figure, printed as dense"
H200 SXM,peak,fp8,,3940,TFLOP/s,no,saulelectric.com,"the sparse figure, printed as dense"
H200 SXM,bandwidth,,,4800,GB/s,,saulelectric.com,
H200 SXM,capacity,,,141,GB,,saulelectric.com,
H200 SXM,power,,,700,W,,saulelectric.com,
B100,peak,fp32,,60,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,tf32,,875,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,bf16,,1750,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,fp16,,1750,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,fp8,,3500,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,fp4,,7000,TFLOP/s,,VLA-Perf system_configs.py,
B100,peak,int8,,3500,TOP/s,,VLA-Perf system_configs.py,
B100,peak,bf16,yes,3500,TFLOP/s,,hmc-tech.com,
B100,peak,fp16,yes,3500,TFLOP/s,,hmc-tech.com,
B100,peak,fp8,yes,7000,TFLOP/s,,hmc-tech.com,
B100,bandwidth,,,8000,GB/s,,VLA-Perf system_configs.py,
B100,bandwidth,,,7700,GB/s,no,hmc-tech.com,at 7.5 GT/s
B100,capacity,,,192,GB,,VLA-Perf system_configs.py,
B100,power,,,700,W,,hmc-tech.com,
B200,peak,fp64,,40,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp64_matrix,,40,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp32,,80,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,tf32,,1100,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,bf16,,2250,TFLOP/s,,"glennklockwood.com, citing NVIDIA",HGX at 1000 W
B200,peak,fp16,,2250,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp8,,4500,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp6,,4500,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp4,,9000,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,int8,,4500,TOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,tf32,yes,2200,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,bf16,yes,4500,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp16,yes,4500,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp8,yes,9000,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp6,yes,9000,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp4,yes,18000,TFLOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,int8,yes,9000,TOP/s,,"glennklockwood.com, citing NVIDIA",
B200,peak,fp32,,75.02,TFLOP/s,no,hmc-tech.com,
B200,peak,tf32,,1130,TFLOP/s,no,hmc-tech.com,
B200,peak,bf16,,2500,TFLOP/s,no,"glennklockwood.com, citing NVIDIA",GB200 at 1200 W
B200,peak,fp8,,9000,TFLOP/s,no,awesomeagents.ai,"the sparse figure, printed as dense"
B200,bandwidth,,,8000,GB/s,,"glennklockwood.com, citing NVIDIA",
B200,bandwidth,,,7700,GB/s,no,hmc-tech.com,at 7.5 GT/s
B200,capacity,,,192,GB,,"glennklockwood.com, citing NVIDIA",
B200,power,,,1000,W,,"glennklockwood.com, citing NVIDIA",
V100 SXM2,peak,fp64,,7.83,TFLOP/s,,hmc-tech.com,
V100 SXM2,peak,fp32,,15.67,TFLOP/s,,hmc-tech.com,
V100 SXM2,peak,fp16,,125,TFLOP/s,,developer.nvidia.com (Tensor Cores),"matrix units; no BF16, no sparse peaks"
V100 SXM2,peak,fp16,,112,TFLOP/s,no,LLM-Viewer hardware_params,the PCIe card
V100 SXM2,peak,fp16,,120,TFLOP/s,no,techrival.com,"before release, at 1455 MHz"
V100 SXM2,peak,int8,,62.67,TOP/s,,hmc-tech.com,vector units
V100 SXM2,bandwidth,,,900,GB/s,,paranumal.com,"theoretical; cudaMemcpy is measured there at 790 GB/s, on a PCIe card"
V100 SXM2,capacity,,,16,GB,,hmc-tech.com,there is a card of 32 GB
V100 SXM2,power,,,300,W,,hmc-tech.com,
)";

/// The built-in table. Complexity: reads it anew at each call; keep the result.
[[nodiscard]] inline device_table built_in_devices() {
    device_table table;
    table.add(read_devices("built-in devices", built_in_device_csv, text::rule::stop).figures);
    return table;
}

} // namespace gangway::cost
