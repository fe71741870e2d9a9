import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../adapters/aws-client.ts';
import { type AwsServices, STAND_IN_AWS } from './aws-services.ts';

/** Puts messages in the feedback queue, as EventBridge does for the events of SES. */
export function createFeedbackSender(
  { endpoint, feedbackQueueUrl }: Pick<AwsServices, 'endpoint' | 'feedbackQueueUrl'>,
  onFailure: (cause: unknown) => void,
): (message: string) => void {
  const client = new SQSClient(clientSettings({ region: STAND_IN_AWS.AWS_REGION, endpoint }));
  return message => {
    client
      .send(new SendMessageCommand({ QueueUrl: feedbackQueueUrl, MessageBody: message }))
      .catch(onFailure);
  };
}
