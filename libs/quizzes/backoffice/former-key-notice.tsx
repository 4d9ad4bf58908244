import { Alert, Button, Group, List } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { versionQuery } from '#libs/backoffice-ui/versions-data.ts';

/** A quiz that was stored with other correct answers. */
export interface CorrectedQuiz {
  /** The tag of what was stored last. */
  etag: string;
  /** Ids of former questions that got another wording too: the quiz does not have them any more. */
  rewordedIds: readonly string[];
}

interface Props {
  quizId: string;
  corrected: CorrectedQuiz;
  onClose: () => void;
}

/** Says after saving which attempts were scored by former correct answers, and offers to regrade them. */
export function FormerKeyNotice({ quizId, corrected: { etag, rewordedIds }, onClose }: Props) {
  const isAdministrator = useIsAdministrator();
  const queryClient = useQueryClient();
  const {
    data: outdated = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['quizzes', quizId, 'former keys', etag],
    queryFn: () => findOutdated(queryClient, quizId, rewordedIds),
  });
  if (error === null && outdated.length === 0) return null;
  return (
    <Alert
      variant="default"
      role="status"
      title={`Earlier attempts keep their scores until ${isAdministrator ? 'you regrade' : 'an administrator regrades'} them`}
      withCloseButton
      closeButtonLabel="Do not regrade now"
      onClose={onClose}
    >
      {error !== null && (
        <Group gap="xs">
          How many attempts were scored by the former key could not be read: {messageOf(error)}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Group>
      )}
      <List listStyleType="none">
        {outdated.map(({ version, question, name, text }) => (
          <List.Item key={name}>
            {text}{' '}
            <ForAdministrators>
              <LinkAnchor
                to="/quizzes/$quizId/regrades/new"
                params={{ quizId }}
                search={{ version, question }}
                underline="always"
              >
                Regrade {name}
              </LinkAnchor>
            </ForAdministrators>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** How many versions with attempts are searched for reworded questions, the newest first. */
const SEARCHED_VERSIONS = 10;

/** A question of a version, from 1, that attempts were scored at by a former key. */
interface Outdated {
  version: number;
  question: number;
  name: string;
  text: string;
}

async function findOutdated(
  queryClient: QueryClient,
  quizId: string,
  rewordedIds: readonly string[],
): Promise<Outdated[]> {
  const params = { path: { id: quizId } };
  const { questions, versions } = await dataOf(api.GET('/quizzes/{id}/statistics', { params }));
  const current = versions[0]?.version ?? 1;
  const outdated = questions.flatMap(({ gradedOtherwise }, position) =>
    gradedOtherwise > 0 ? ofCurrent(current, position + 1, gradedOtherwise) : [],
  );
  if (rewordedIds.length === 0) return outdated;
  const attempted = await dataOf(api.GET('/quizzes/{id}/attempts-by-version', { params }));
  const left = new Set(rewordedIds);
  for (const { version } of attempted.versions.slice(0, SEARCHED_VERSIONS)) {
    if (left.size === 0) break;
    const content = await queryClient.query(versionQuery(quizId, version));
    for (const { id, order } of content.questions) if (left.delete(id)) outdated.push(ofFormer(version, order + 1));
  }
  return outdated;
}

function ofCurrent(version: number, question: number, attempts: number): Outdated {
  const name = `question ${question}`;
  const were = attempts === 1 ? '1 attempt was' : `${formatNumber(attempts)} attempts were`;
  return { version, question, name, text: `${were} scored by the former key of ${name}.` };
}

/** Another wording makes another question: a regrade cannot take over the new key. */
function ofFormer(version: number, question: number): Outdated {
  const name = `question ${question} of version ${formatNumber(version)}`;
  const text = `Attempts were scored by the former key of ${name}, which had another wording: choose its correct answers there.`;
  return { version, question, name, text };
}
