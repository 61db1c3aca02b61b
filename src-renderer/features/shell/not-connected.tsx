import { Button } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import classes from './shell.module.css'

/** Stays until there is a connection, for whoever skipped the first run. */
export function NotConnected() {
  const text = messages().setup
  return (
    <div className={classes.notConnected} role="status" data-testid="not-connected">
      <span>
        <b>{text.notConnected}</b> {text.notConnectedText}
      </span>
      <Button size="xs" component="a" href={hrefOf({ screen: 'setup' })} style={{ flexShrink: 0 }}>
        {text.resume}
      </Button>
    </div>
  )
}
