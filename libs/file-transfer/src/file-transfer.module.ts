import { Global, Module } from '@nestjs/common';
import { FileParser } from './file-parser.js';

/** The threads in which uploaded files are parsed. */
@Global()
@Module({ providers: [FileParser], exports: [FileParser] })
export class FileTransferModule {}
