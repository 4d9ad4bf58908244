/** Superscripts and subscripts, with Unicode's sign of each character that has one. */
const SCRIPTS = {
  sup: {
    mark: '^',
    signs: zip('0123456789+-−=()abcdefghijklmnoprstuvwxyz', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'),
  },
  sub: { mark: '_', signs: zip('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ') },
};

export type Script = keyof typeof SCRIPTS;

/** Longer texts have no signs. */
const MAX_SIGNS = 20;

/** A superscript or subscript in plain text: `²`, or `^(A)` where Unicode has no sign. */
export function toScript(kind: Script, content: string): string {
  const text = content.trim();
  const { mark, signs } = SCRIPTS[kind];
  const found = text.length > MAX_SIGNS ? [undefined] : [...text].map((character) => signs.get(character));
  return found.includes(undefined) ? `${mark}(${text})` : found.join('');
}

function zip(keys: string, values: string): Map<string, string> {
  const signs = [...values];
  return new Map([...keys].map((key, index) => [key, signs[index] ?? '']));
}
