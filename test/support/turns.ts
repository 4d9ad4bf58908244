/**
 * Does work of a service in this process. @returns the processor time of the longest turn of the event loop, and that of all turns that
 * took longer than a millisecond, in microseconds
 */
export async function measureTurns(work: () => Promise<unknown>): Promise<{ longest: number; total: number }> {
  const turns = { longest: 0, total: 0 };
  let before = process.cpuUsage();
  const measure = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const time = user + system;
    turns.longest = Math.max(turns.longest, time);
    // The others measure only.
    if (time > 1_000) turns.total += time;
    next = setImmediate(measure);
  };
  let next = setImmediate(measure);
  await work();
  clearImmediate(next);
  return turns;
}
