import { MAX_QUESTIONS, type ParsedQuestion } from '../formats/parsed-question.js';
import { UNSUPPORTED } from '../formats/unsupported-questions.js';
import type { QuestionLoss } from '../read-question.dto.js';
import { htmlToText } from './html-text.js';
import { readXml, type XmlElement } from './read-xml.js';

/** Maximum length of a text with its markup. */
export const MAX_LENGTH = 20_000;

const FEEDBACK = new Set([
  ...['feedback', 'generalfeedback', 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'],
  'hint',
]);

/**
 * Reads questions in Moodle XML (https://docs.moodle.org/en/Moodle_XML_format): multiple choice with one or several correct
 * answers (fractions above 0), and true or false. Texts in HTML become plain texts. Questions after an error in the XML are
 * left out.
 * @param text without U+0000
 */
export function readMoodle(text: string): ParsedQuestion[] {
  const { items, problem } = readXml(text, 'quiz', 'file');
  const parsed: ParsedQuestion[] = [];
  for (const element of items) {
    if (element.name !== 'question' || element.attributes.type === 'category') continue;
    // Those beyond the limit are only counted.
    parsed.push(parsed.length < MAX_QUESTIONS ? toQuestion(element) : { line: element.line, problem: '' });
  }
  if (problem !== undefined) {
    const left = items.length === 0 ? '' : ': this question and those after it were left out';
    parsed.push({ line: problem.line, name: nameOf(problem.element), problem: `${problem.message}${left}` });
  }
  return parsed;
}

function toQuestion(element: XmlElement): ParsedQuestion {
  const { line, attributes, children } = element;
  const { type = '' } = attributes;
  const name = nameOf(element);
  if (type !== 'multichoice' && type !== 'truefalse') {
    const known = Object.hasOwn(UNSUPPORTED, type) ? UNSUPPORTED[type as keyof typeof UNSUPPORTED] : undefined;
    return { line, name, problem: known ?? `It is a question of the type “${type}”, which a quiz cannot have` };
  }
  const questionText = child(element, 'questiontext');
  const answers = children.filter((one) => one.name === 'answer');
  const long = [questionText, ...answers].find((one) => textOf(one).length > MAX_LENGTH);
  if (long !== undefined)
    return { line, name, problem: `Line ${long.line}: a text is longer than ${MAX_LENGTH} characters` };
  const format = questionText?.attributes.format ?? 'html';
  const stem = toPlain(questionText, format);
  const choices = type === 'truefalse' ? truth(answers) : answers.map((answer) => toAnswer(answer, format));
  return {
    line,
    name,
    text: stem.text,
    answers: choices.map(({ text, isCorrect }) => ({ text, isCorrect })),
    dropped: [...stem.dropped, ...choices.flatMap(({ dropped }) => dropped), ...findFeedback(element)].sort(
      (one, other) => one.line - other.line,
    ),
  };
}

interface Choice {
  text: string;
  isCorrect: boolean;
  dropped: QuestionLoss[];
}

function toAnswer(answer: XmlElement, format: string): Choice {
  const { text, dropped } = toPlain(answer, format);
  const fraction = Number(answer.attributes.fraction ?? 0);
  const isWeight = fraction !== 0 && fraction !== 100;
  return {
    text,
    isCorrect: fraction > 0,
    dropped: isWeight ? [{ what: 'weight', line: answer.line }, ...dropped] : dropped,
  };
}

/** As in Moodle, answers of another text than `true` and `false` are in this order. */
function truth(answers: XmlElement[]): Choice[] {
  const isCorrect = (answer: XmlElement | undefined) => Number(answer?.attributes.fraction ?? 0) > 0;
  const find = (text: string) => answers.find((answer) => textOf(answer) === text);
  const isTrue = isCorrect(find('true') ?? (find('false') === undefined ? answers[0] : undefined));
  return [
    { text: 'True', isCorrect: isTrue, dropped: [] },
    { text: 'False', isCorrect: !isTrue, dropped: [] },
  ];
}

const nameOf = (element: XmlElement | undefined) =>
  textOf(child(element, 'name')).replace(/\s+/g, ' ').slice(0, 200) || null;

const child = (element: XmlElement | undefined, name: string) => element?.children.find((one) => one.name === name);

/** Old files have the text of an answer without the element `text`. */
const textOf = (element: XmlElement | undefined) => (child(element, 'text') ?? element)?.text.trim() ?? '';

/** The text as players see it, and what it had besides. */
function toPlain(element: XmlElement | undefined, defaultFormat: string): { text: string; dropped: QuestionLoss[] } {
  const raw = textOf(element);
  const format = element?.attributes.format ?? defaultFormat;
  if (format !== 'html' && format !== 'moodle_auto_format') return { text: raw, dropped: [] };
  // Moodle's own format is HTML in which line ends count.
  const { text, lost } = htmlToText(format === 'html' ? raw : raw.replaceAll('\n', '<br>'));
  const line = (child(element, 'text') ?? element)?.line ?? 0;
  return { text, dropped: lost.map((what) => ({ what, line })) };
}

/** Texts that players see after an answer. */
function findFeedback({ children }: XmlElement): QuestionLoss[] {
  return children
    .flatMap((one) => (one.name === 'answer' ? one.children : [one]))
    .filter((one) => FEEDBACK.has(one.name) && textOf(one) !== '')
    .map(({ line }) => ({ what: 'feedback', line }));
}
