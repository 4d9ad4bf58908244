import { IsString } from 'class-validator';
import { boundsOf, boundsProblem } from './body-bounds.js';
import { BooleanField, IdField, IntegerField, ListField, TextField, WordsField } from './fields.js';
import { IgnoresFields } from './request-class.js';

class Answer {
  @IdField()
  questionId!: string;

  @IdField()
  answerId!: string;
}

@IgnoresFields('id')
class Attempt {
  @ListField(() => Answer, { min: 0, max: 200 })
  answers!: Answer[];

  @IntegerField({ min: 0, max: 9 })
  totalTimeMs!: number;
}

class Note {
  @TextField({ min: 1, max: 5_000 })
  text!: string;

  @WordsField({ max: 50 })
  labels!: string[];
}

class Tree {
  @ListField(() => Tree, { min: 0, max: 2 })
  branches!: Tree[];
}

class Plain {
  @IsString()
  text!: string;

  @BooleanField()
  isOpen!: boolean;
}

const KIB = 1024;

describe('boundsOf', () => {
  it('counts the fields and items of the largest valid body, and the fields that are ignored', () => {
    expect(boundsOf(Attempt)).toEqual({ bytes: 64 * KIB, depth: 3 + 2, values: 3 + 200 * 3 + 100 });
  });

  it('counts twelve bytes per character of a text, and the items of lists of words', () => {
    expect(boundsOf(Note)).toEqual({ bytes: 64 * KIB, depth: 2 + 2, values: 2 + 50 + 100 });
  });

  it.each([
    ['its most wasteful form', (text: string) => `"${[...text].map(() => '\\ud83d\\ude00').join('')}"`],
    ['its shortest form', (text: string) => JSON.stringify(text)],
  ])('leaves room for the largest valid body in %s, indented', (_form, write) => {
    const text = '😀'.repeat(5_000);
    const json = `{\n    "text": ${write(text)},\n    "labels": [${Array(50).fill('\n        "a"').join()}\n    ]\n}\n`;
    expect(Buffer.byteLength(json)).toBeLessThan(boundsOf(Note).bytes);
    expect(boundsProblem(Buffer.from(json), boundsOf(Note))).toBeUndefined();
  });

  it('is 16 KiB to 1 MiB', () => {
    class Long {
      @TextField({ min: 1, max: 1_000_000 })
      text!: string;
    }
    expect([Answer, Long].map((type) => boundsOf(type).bytes)).toEqual([16 * KIB, 1024 * KIB]);
  });

  it.each([Plain, Tree])('of %p, whose largest body is unknown, are the default', (type) => {
    expect(boundsOf(type)).toEqual({ bytes: 64 * KIB, depth: 32, values: 2_000 });
  });

  it('without a class allow smaller bodies', () => {
    expect(boundsOf(undefined)).toEqual({ bytes: 16 * KIB, depth: 32, values: 2_000 });
  });

  it('have the bytes that are given', () => {
    expect(boundsOf(Attempt, 5)).toEqual({ ...boundsOf(Attempt), bytes: 5 });
  });
});

describe('boundsProblem', () => {
  const problemOf = (json: string) => boundsProblem(Buffer.from(json), { bytes: 0, depth: 3, values: 5 });
  const DEEP = 'must not have more than 3 levels of objects and lists';
  const MANY = 'must not have more than 5 values';

  it.each([
    '{"a":[{"b":1}],"c":2}',
    '[1,2,3,4,5]',
    '[[],[]]',
    '[[[]],[]]',
    String.raw`["[[[[,,,,,,","\"[[[[","\\",1,"é{{{{"]`,
    '"[[[[',
    '"',
    String.raw`"\"`,
    `"${'1'.repeat(401)}"`,
    'x',
    '',
  ])('takes %s', (json) => expect(problemOf(json)).toBeUndefined());

  it.each([
    ['[[[[', DEEP],
    ['{"a":{"b":{"c":{', DEEP],
    [String.raw`["\\",[[[`, DEEP],
    ['[1,2,3,4,5,6]', MANY],
    [`{"a":${'1'.repeat(401)}`, 'must not have numbers of more than 400 digits'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', MANY],
    ['[[],[],[],', MANY],
    [',,,,,,', MANY],
  ])('finds that %s %s', (json, problem) => expect(problemOf(json)).toBe(problem));
});
