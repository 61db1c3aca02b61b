import { Modal, Title } from '@mantine/core'
import { useMemo } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { ACTION_SECTIONS, keysOf, offeredActions } from '../../actions/actions.ts'
import { showOverlay } from '../../actions/overlays.ts'
import { Keycaps } from './keycaps.tsx'
import classes from './palette.module.css'

/** Every action that can be done now, with its keys. */
export function ShortcutsSheet() {
  const text = messages().palette
  const offered = useMemo(() => offeredActions(), [])
  return (
    <Modal opened onClose={() => showOverlay(null)} title={text.shortcutsTitle} size="xl">
      <div className={classes.sheet}>
        {ACTION_SECTIONS.filter((one) => offered.some(({ section }) => section === one)).map((section) => (
          <section key={section} aria-label={text.sections[section]}>
            <Title order={3} mb={4}>
              {text.sections[section]}
            </Title>
            <dl>
              {offered
                .filter((action) => action.section === section)
                .map((action) => (
                  <div key={action.id} data-action={action.id} data-keys={keysOf(action).join(' ')}>
                    <dt>{action.label}</dt>
                    <dd>
                      {keysOf(action).map((keys) => (
                        <Keycaps key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
