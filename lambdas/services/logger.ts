import { Logger } from '@aws-lambda-powertools/logger';

/**
 * A function's structured logger. Request ids are passed per line, because one process serves many
 * requests.
 */
export function createLogger(functionName: string, settings: { LOG_LEVEL: string }): Logger {
  return new Logger({
    serviceName: functionName,
    logLevel: settings.LOG_LEVEL as 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  });
}
