/** The values at /metrics, by the name of their series, such as `quiz_sign_ins_total{method="password",outcome="success"}`. */
export type Figures = ReadonlyMap<string, number>;

export async function readMetrics(url: string): Promise<Figures> {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The metrics were not answered: ${response.status} ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** The changes of the named series between two reads, without unchanged series. */
export function changes(before: Figures, after: Figures, name: RegExp): Record<string, number> {
  const named = [...after].filter(([series]) => name.test(series));
  const differences = named.map(([series, value]) => [series, value - (before.get(series) ?? 0)] as const);
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0));
}
