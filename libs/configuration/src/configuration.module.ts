import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from './configuration.js';

/** Gives every module the configuration, by the token `CONFIGURATION`. */
@Module({})
export class ConfigurationModule {
  static forRoot(configuration: Configuration): DynamicModule {
    return {
      module: ConfigurationModule,
      global: true,
      providers: [{ provide: CONFIGURATION, useValue: configuration }],
      exports: [CONFIGURATION],
    };
  }
}
