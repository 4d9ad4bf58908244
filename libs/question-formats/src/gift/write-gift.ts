import { toPreformatted } from '../text/preformatted.js';
import type { Question, QuestionSet } from '../question.js';

/**
 * Writes the questions of a quiz in GIFT (https://docs.moodle.org/en/GIFT_format), with the same texts. GIFT has no images:
 * their addresses become comments.
 *
 * Players choose one answer, and each correct one gives the point. `=` makes Moodle offer a single choice too, in which
 * each further correct answer has the weight 100 %. Without `~`, a question would become one with a short answer.
 */
export function writeGift({ title, questions }: QuestionSet): string {
  const head = `// ${title.replace(/\s+/g, ' ')}\n`;
  return [head, ...questions.map(writeQuestion)].join('\n');
}

function writeQuestion({ text, imageUrl, answers, explanation }: Question): string {
  const firstCorrect = answers.findIndex(({ isCorrect }) => isCorrect);
  const marks = answers.map(({ isCorrect }, index) => (index === firstCorrect ? '=' : isCorrect ? '~%100%' : '~'));
  const isPlain = isKept(text);
  const lines = answers.map((answer, index) => `\t${marks[index]}${writePart(answer.text, isPlain)}\n`);
  const general = explanation === undefined ? '' : `\t####${writePart(explanation, isPlain)}\n`;
  const image = imageUrl === null ? '' : `// image: ${imageUrl}\n`;
  // Otherwise Moodle would read texts as HTML.
  const stem = isPlain ? `[plain]${escape(text)}` : writeHtml(text);
  return `${image}${stem} {\n${lines.join('')}${general}}\n`;
}

/**
 * An answer or explanation has the format of the question, unless it has one of its own. A text that begins like a format or
 * a weight gets its own, so that readers do not parse its beginning.
 */
function writePart(text: string, isQuestionPlain: boolean): string {
  if (!isKept(text)) return writeHtml(text);
  return isQuestionPlain && !/^[[%]/.test(text) ? escape(text) : `[plain]${escape(text)}`;
}

const writeHtml = (text: string) => `[html]${escape(toPreformatted(text))}`;

/** Moodle trims texts, and replaces texts such as `&&058;`, which it uses for escaped characters. */
const isKept = (text: string) => text === text.trim() && !/\r|&&\d/.test(text);

const escape = (text: string) => text.replace(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n');
