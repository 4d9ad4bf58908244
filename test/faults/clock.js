// Preloaded by Node into an instance: its clock is CLOCK_OFFSET_MS off.
const offset = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;
const now = () => RealDate.now() + offset;
class OtherDate extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }

  static now() {
    return now();
  }
}
Object.assign(globalThis, { Date: OtherDate });
