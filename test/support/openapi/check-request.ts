// Checks whether a document declares a request that the service accepted.
import { bodyProblems, type Headers, textOf, valueProblems } from './check-values.js';
import { type OpenApiDocument, type Operation, type Parameter, type RequestBody, resolve } from './document.js';
import { isList } from './validate-schema.js';

interface Request {
  target: string;
  requestHeaders: Headers;
  requestBody?: unknown;
}

/** @param params the values of the path's parameters */
export function requestProblems(
  document: OpenApiDocument,
  operation: Operation,
  params: Record<string, string>,
  request: Request,
): string[] {
  return [
    ...credentialProblems(document, operation, request.requestHeaders),
    ...parameterProblems(document, operation, params, request),
    ...(operation.requestBody === undefined ? [] : sentBodyProblems(document, operation.requestBody, request)),
  ];
}

function parameterProblems(
  document: OpenApiDocument,
  { parameters = [] }: Operation,
  params: Record<string, string>,
  { target, requestHeaders }: Request,
): string[] {
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  return parameters.flatMap((one) => {
    const parameter = resolve<Parameter>(document, one);
    const { name, in: place, schema = true } = parameter;
    const what = `accepted ${place} parameter ${name}`;
    if (place === 'path') return valueProblems(document, what, parameter, params[name]);
    if (place === 'header') return valueProblems(document, what, parameter, textOf(requestHeaders, name));
    const texts = query.getAll(name);
    if (isList(schema)) return valueProblems(document, what, parameter, query.has(name) ? texts : undefined);
    if (texts.length > 1) return [`${what} is sent ${texts.length} times`];
    return valueProblems(document, what, parameter, texts[0]);
  });
}

function sentBodyProblems(
  document: OpenApiDocument,
  declared: Exclude<Operation['requestBody'], undefined>,
  { requestHeaders, requestBody }: Request,
): string[] {
  const { required = false, content } = resolve<RequestBody>(document, declared);
  if (requestBody === undefined) return required ? ['accepted without a body'] : [];
  const value = Buffer.isBuffer(requestBody) ? undefined : requestBody;
  return bodyProblems(document, 'accepted body', content, requestHeaders, value);
}

interface Scheme {
  in?: string;
  name?: string;
}

function credentialProblems(document: OpenApiDocument, operation: Operation, headers: Headers): string[] {
  const isSent = (scheme: string) => {
    const { in: place, name = '' } = (document.components?.securitySchemes?.[scheme] ?? {}) as Scheme;
    if (place !== 'cookie') return textOf(headers, name) !== undefined;
    return (
      textOf(headers, 'cookie')
        ?.split('; ')
        .some((pair) => pair.startsWith(`${name}=`)) === true
    );
  };
  const { security = document.security ?? [{}] } = operation;
  const isEnough = security.some((requirement) => Object.keys(requirement).every(isSent));
  return isEnough ? [] : [`accepted without the credentials ${JSON.stringify(security)}`];
}
