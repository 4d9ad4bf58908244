import { findExcess, type SourceAnswer, type SourceText, toChoiceQuestion } from '../choice-question.js';
import { MAX_QUESTIONS, type ParsedQuestion } from '../parsed-question.js';
import type { TextFormat } from '../text/text-format.js';
import { UNSUPPORTED } from '../unsupported-questions.js';
import type { Loss } from '../question.js';
import { readXml, type XmlElement } from './read-xml.js';

const FEEDBACK = new Set(['feedback', 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback', 'hint']);

/**
 * Reads questions in Moodle XML (https://docs.moodle.org/en/Moodle_XML_format): multiple choice with one or several correct
 * answers, and true or false. Texts in HTML become plain texts, and a question keeps its first image. Questions after an error in the XML
 * are left out.
 * @param text without U+0000
 */
export function readMoodle(text: string): ParsedQuestion[] {
  const { items, problem } = readXml(text, 'quiz');
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
  const answers = children.filter((one) => one.name === 'answer');
  const odd = answers.find((answer) => !Number.isFinite(fractionOf(answer)));
  if (odd !== undefined) {
    return { line, name, problem: `Line ${odd.line}: the fraction of an answer must be a number` };
  }
  const questionText = child(element, 'questiontext');
  const stem = toSource(questionText);
  const excess = findExcess([stem, ...answers.map(toSource)].map(({ text }) => text));
  if (excess !== undefined) return { line, name, problem: excess };
  return toChoiceQuestion({
    line,
    name,
    stem: { ...stem, format: stem.format ?? 'html' },
    files: filesOf(questionText),
    answers: answers.map(toAnswer).map((answer) => (type === 'truefalse' ? capitalise(answer) : answer)),
    explanation: toSource(child(element, 'generalfeedback')),
    dropped: [...findFeedback(element), ...findPoints(element)],
  });
}

const toAnswer = (answer: XmlElement): SourceAnswer => ({
  ...toSource(answer),
  line: answer.line,
  fraction: fractionOf(answer),
});

/** Moodle writes `true` and `false`. Old files have the words of their language. */
const capitalise = (answer: SourceAnswer): SourceAnswer => ({
  ...answer,
  text: answer.text.replace(/^[tf]/, (letter) => letter.toUpperCase()),
});

/** Some programs write numbers in their language: `33,3`. */
const fractionOf = ({ attributes }: XmlElement) => Number((attributes.fraction ?? '0').replace(',', '.'));

const nameOf = (element: XmlElement | undefined) =>
  textOf(child(element, 'name')).replace(/\s+/g, ' ').slice(0, 200) || null;

const child = (element: XmlElement | undefined, name: string) => element?.children.find((one) => one.name === name);

/** Old files have the text of an answer without the element `text`. */
const textOf = (element: XmlElement | undefined) => (child(element, 'text') ?? element)?.text.trim() ?? '';

/** Moodle's names of its formats. Others are HTML to it. */
const FORMATS = new Map<string, TextFormat>([
  ['moodle_auto_format', 'moodle'],
  ['plain_text', 'plain'],
  ['wiki_like', 'plain'],
  ['markdown', 'markdown'],
]);

function toSource(element: XmlElement | undefined): SourceText {
  const { format } = element?.attributes ?? {};
  const { text = '', line = 0 } = child(element, 'text') ?? element ?? {};
  return {
    text: withoutLayout(text),
    format: format === undefined ? undefined : (FORMATS.get(format) ?? 'html'),
    line,
  };
}

/** The files attached to a text in base64, by their paths. */
function filesOf(element: XmlElement | undefined): Map<string, string> {
  const files = element?.children.filter((one) => one.name === 'file' && one.attributes.encoding === 'base64') ?? [];
  return new Map(files.map(({ attributes, text }) => [`${attributes.path ?? '/'}${attributes.name ?? ''}`, text]));
}

/** White space with a line end is that of the file; other white space belongs to the text. */
function withoutLayout(text: string): string {
  if (text.trim() === '') return '';
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = text.slice(text.trimEnd().length);
  return (start.includes('\n') ? '' : start) + text.trim() + (end.includes('\n') ? '' : end);
}

/** Texts that players see after some answers only. */
function findFeedback({ children }: XmlElement): Loss[] {
  return children
    .flatMap((one) => (one.name === 'answer' ? one.children : [one]))
    .filter((one) => FEEDBACK.has(one.name) && textOf(one) !== '')
    .map(({ line }) => ({ what: 'feedback', line }));
}

/** A quiz counts each question once. */
function findPoints(element: XmlElement): Loss[] {
  const grade = child(element, 'defaultgrade');
  return grade === undefined || Number(textOf(grade).replace(',', '.')) === 1
    ? []
    : [{ what: 'points', line: grade.line }];
}
