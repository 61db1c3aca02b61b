import { Button } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { navigate } from '../../navigation/route.ts'
import { useDemo } from '../../stores/demo-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import classes from './shell.module.css'

/** Says on every screen that nothing of this is real, and how to get out. */
export function DemoBanner() {
  const { busy, stop } = useDemo()
  const text = messages().setup.demo
  async function leave() {
    const failed = await stop()
    if (failed === null) navigate({ screen: 'pipeline' })
    else notifyError(failed)
  }
  return (
    <div className={classes.demo} role="status" data-testid="demo-banner">
      <span>
        <b>{text.banner}</b> {text.bannerText}
      </span>
      <Button size="xs" color="dark" loading={busy} onClick={() => void leave()} style={{ flexShrink: 0 }}>
        {text.leave}
      </Button>
    </div>
  )
}
