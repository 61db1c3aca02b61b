import { Alert, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { isUnderWay, useAttaching, type Attaching } from './attach-store.ts'
import classes from './documents.module.css'

/** The files on their way into this deal, and what is to be told of those that came before. */
export function AttachingList({ deal_id }: { deal_id: string }) {
  const all = useAttaching((state) => state.files)
  const taken = useAttaching((state) => state.taken)
  const t = messages().documents
  const files = all.filter((one) => one.deal_id === deal_id)
  const underWay = files.filter(isUnderWay)
  const refused = files.filter(({ state }) => state === 'refused').length
  return (
    <>
      <VisuallyHidden role="status">
        {underWay.length > 0 ? t.dropped(taken) : refused > 0 ? t.attaching.refused(refused) : ''}
      </VisuallyHidden>
      {underWay.length > 0 && (
        <ul className={classes.attaching} aria-label={t.attaching.list}>
          {underWay.map((file) => (
            <UnderWay key={file.file_id} file={file} />
          ))}
        </ul>
      )}
      {files.map((file) => (
        <Reported key={file.file_id} file={file} />
      ))}
    </>
  )
}

function UnderWay({ file: { file_id, name, state, progress } }: { file: Attaching }) {
  const t = messages().documents.attaching
  const share = progress === null ? 0 : (100 * progress.done) / Math.max(1, progress.total)
  return (
    <li data-attaching={name} data-state={state}>
      <Text size="xs" className={classes.fileName} flex={1} miw={0}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {state === 'waiting'
          ? t.waiting
          : share >= 100
            ? t.saving
            : progress === null
              ? t.checking
              : t.copying}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t.cancel(name)}
        onClick={() => useAttaching.getState().cancel(file_id)}
      >
        {messages().common.cancel}
      </Button>
      {state === 'reading' && <Progress w="100%" size="xs" value={share} aria-label={t.copied(name)} />}
    </li>
  )
}

function Reported({ file: { file_id, name, state, error, also_in } }: { file: Attaching }) {
  const putAway = () => useAttaching.getState().putAway(file_id)
  const t = messages().documents
  if (state === 'twin')
    return (
      <Alert
        color="blue"
        withCloseButton
        closeButtonLabel={t.dismiss}
        onClose={putAway}
        data-testid="same-file"
      >
        <Text size="xs">{t.alsoIn(name, also_in.map(formatMessage).join(', '))}</Text>
      </Alert>
    )
  if (error === null) return null
  return (
    <Group data-testid="refused-file" display="block">
      <Text size="xs" fw={600} mb={2} className={classes.fileName}>
        {name}
      </Text>
      <ErrorNote error={error} onClose={putAway} />
    </Group>
  )
}
