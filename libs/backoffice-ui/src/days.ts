// Days as a person picks them, in their time zone, and the moments that the service is asked for.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function midnightOf(day: string, daysLater: number): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** The moment at which a day begins; undefined for no day. */
export const startOfDay = (day: string) => midnightOf(day, 0);

/** The moment at which a day is over: the first that does not belong to it. */
export const endOfDay = (day: string) => midnightOf(day, 1);

/** The day that a moment falls on, for a date field. @param daysLater -1 for a moment that {@link endOfDay} gave */
export function toDateInput(moment: string | undefined, daysLater = 0): string {
  const date = new Date(moment ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  date.setDate(date.getDate() + daysLater);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
