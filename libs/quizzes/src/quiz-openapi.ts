// Parameters and headers that several operations on a quiz have in their descriptions.

export const ID = { id: 'Id of the quiz' };

export const VERSION = { ...ID, version: 'Number of the version' };

export const ETAG = {
  ETag: {
    description:
      'Covers the whole quiz, author included. Weak, as `W/"1-k0p3x9"`, where the response is compressed; `If-Match` and `If-None-Match` take both forms',
    example: '"1-k0p3x9"',
  },
};

export const IF_NONE_MATCH = {
  'If-None-Match': { description: 'Get 304 if the quiz still has this ETag, such as `"1-k0p3x9"`' },
};

export const IF_MATCH = {
  'If-Match': { description: 'The ETag that the quiz must still have, such as `"1-k0p3x9"`; `*` for any' },
};
