import { Logger } from '@aws-lambda-powertools/logger';

/** The structured logger of one function; request ids are passed with each line, because one process serves many. */
export function createLogger(functionName: string, settings: { LOG_LEVEL: string }): Logger {
  return new Logger({
    serviceName: functionName,
    logLevel: settings.LOG_LEVEL as 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  });
}
