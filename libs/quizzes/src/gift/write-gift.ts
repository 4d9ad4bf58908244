import type { QuestionBody, QuizBody } from '../quiz.dto.js';

/**
 * Writes the questions of a quiz in GIFT (https://docs.moodle.org/en/GIFT_format). GIFT keeps texts with their line breaks, as
 * `\n`, but not white space at their ends, and it has no images: their addresses become comments.
 */
export function writeGift({ title, questions }: Pick<QuizBody, 'title' | 'questions'>): string {
  const head = `// ${title.replace(/\s+/g, ' ')}\n`;
  return [head, ...questions.map(writeQuestion)].join('\n');
}

function writeQuestion({ text, imageUrl, answers }: QuestionBody): string {
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  const lines = answers.map(({ text: answer, isCorrect }) => `\t${markOf(isCorrect, correct)}${answerText(answer)}\n`);
  const image = imageUrl === null ? '' : `// image: ${imageUrl}\n`;
  // Otherwise Moodle would read texts as HTML.
  return `${image}[plain]${escape(text)} {\n${lines.join('')}}\n`;
}

/** A single correct answer gets `=`. Several share 100 %, in the fractions that Moodle knows, and a wrong one costs all points. */
function markOf(isCorrect: boolean, correct: number): string {
  if (correct === 1) return isCorrect ? '=' : '~';
  return isCorrect ? `~%${Number((100 / correct).toFixed(5))}%` : '~%-100%';
}

/** A text that begins like a format or a weight gets an explicit format, so that readers do not parse its beginning. */
function answerText(text: string): string {
  const escaped = escape(text);
  return /^[[%]/.test(escaped) ? `[plain]${escaped}` : escaped;
}

function escape(text: string): string {
  return text
    .trim()
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n');
}
