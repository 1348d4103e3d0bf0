/** Returns milliseconds of a monotonic clock. The first use of `performance` loads ten modules of Node. */
export const now = (): number => process.uptime() * 1000;
