import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useVault } from '../../stores/vault-store.ts'
import { RecoveryCode } from './recovery-code.tsx'
import classes from './vault.module.css'

/** Stays until there is a recovery code. */
export function RecoveryBanner() {
  const { status, load } = useVault()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    void load()
  }, [load])
  if (status === null || status.recovery_code_made_at !== null) return null
  return (
    <>
      <div className={classes.banner} role="status" data-testid="recovery-banner">
        <span>
          <b>No recovery code yet.</b> If this computer or its keychain is lost, your data is lost with it.
        </span>
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)} style={{ flexShrink: 0 }}>
          Make one now
        </Button>
      </div>
      <RecoveryDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

export function RecoveryDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Recovery code" size="lg" closeOnClickOutside={false}>
      <RecoveryCode
        onDone={() => {
          notifications.show({ message: 'The recovery code is confirmed and works.', color: 'teal' })
          onClose()
        }}
      />
    </Modal>
  )
}
