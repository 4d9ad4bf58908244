// Every body and query must be validated, and every parameter of a path must exist: the start fails otherwise.
import type { Type } from '@nestjs/common';
import { PIPES_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { isFile, isValidated, parametersOf } from './parameter-classes.js';
import { metadataOf, type RequestClass } from './request-class.js';

/**
 * @param path such as `/api/quizzes/:id`
 * @returns one message for each parameter of a controller's method whose value nothing validates or the path does not have
 */
export function parameterProblems(controller: Type, method: string, path: string): string[] {
  const prototype = controller.prototype as Record<string, object>;
  const hasPipes = [controller, prototype[method]].some((target) =>
    Reflect.hasMetadata(PIPES_METADATA, target as object),
  );
  return parametersOf(controller, method).flatMap(({ kind, type, data, pipes }) => {
    if (kind === `${RouteParamtypes.RAW_BODY}`)
      return ['@RawBody() gives nothing: bodies are read as JSON, use @Body()'];
    if (kind === `${RouteParamtypes.PARAM}` && typeof data === 'string' && !path.split('/').includes(`:${data}`))
      return [`@Param('${data}') gives nothing: the path has no :${data}`];
    const name = NAMES[kind];
    if (name === undefined) return [];
    if (hasPipes || pipes.length > 0) {
      const isKnown = kind !== `${RouteParamtypes.BODY}` || isDescribed(prototype[method]);
      return isKnown ? [] : ['the body has a pipe, and nothing says what it takes: add @ApiBody()'];
    }
    if (data === undefined && isValidated(type)) return nestingProblems(type);
    if (kind === `${RouteParamtypes.BODY}` && data === undefined && isFile(type)) return [];
    // Parameters of the path are always texts.
    if (kind === `${RouteParamtypes.PARAM}`) return [];
    const what = data === undefined ? `class ${(type as Type | undefined)?.name}` : JSON.stringify(data);
    return [`the ${name}'s ${what} has no validation: ${ADVICE}`];
  });
}

/** Whether a handler has an @ApiBody(), which the decorator of its endpoint adds for classes with validation, and files. */
function isDescribed(handler: object | undefined): boolean {
  const parameters = Reflect.getMetadata(API_PARAMETERS, handler as object) as { in: string }[] | undefined;
  return parameters?.some((one) => one.in === 'body') === true;
}

/** @returns one message for each property whose objects nothing validates, in the class and in the classes nested in it */
function nestingProblems(type: RequestClass, seen = new Set<RequestClass>()): string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  return [...metadataOf(type).properties].flatMap(([name, { item, isNested }]) => {
    const at = `${type.name}.${name}`;
    if (!isNested) return isValidated(item) ? [`${at} holds ${item.name} and needs @ValidateNested()`] : [];
    if (item === undefined) return [`${at} has @ValidateNested() and needs @Type(() => …)`];
    return isValidated(item)
      ? nestingProblems(item, seen)
      : [`${at} holds ${item.name}, whose fields have no validation`];
  });
}

const NAMES: Partial<Record<string, string>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'path',
};

/** What decorators of @nestjs/swagger store: `DECORATORS`, which it does not export. */
const API_PARAMETERS = 'swagger/apiParameters';

const ADVICE =
  'take a class whose fields have decorators of #libs/http (@TextField …) or of class-validator, or use a pipe at the parameter';
