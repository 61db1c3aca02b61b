import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useVault } from '../../stores/server-stores.ts'
import { RecoveryCode } from './recovery-code.tsx'
import classes from './vault.module.css'
import { messages } from '../../../src-shared/messages/messages.ts'

/** Stays until there is a recovery code. */
export function RecoveryBanner() {
  const { value: status, load } = useVault()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    void load()
  }, [load])
  if (status === null || status.recovery_code_made_at !== null) return null
  return (
    <>
      <div className={classes.banner} role="status" data-testid="recovery-banner">
        <span>
          <b>{messages().vault.noCode}</b> {messages().vault.lostWithIt}
        </span>
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)} style={{ flexShrink: 0 }}>
          {messages().vault.makeOne}
        </Button>
      </div>
      <RecoveryDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

export function RecoveryDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={messages().vault.recoveryCode}
      size="lg"
      closeOnClickOutside={false}
    >
      <RecoveryCode
        onDone={() => {
          notifications.show({ message: messages().vault.codeWorks, color: 'teal' })
          onClose()
        }}
      />
    </Modal>
  )
}
