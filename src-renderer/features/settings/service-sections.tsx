import { storeMessage } from '../../../src-shared/messages/message.ts'
import { useEffect } from 'react'
import { useService } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { EndpointsSection } from './endpoints-section.tsx'
import { NetworkSection } from './network-section.tsx'
import { PayloadProfileSection } from './payload-profile-section.tsx'
import { RateLimitSection } from './rate-limit-section.tsx'

/** How the service is talked to. */
export function ServiceSections() {
  const { value: settings, error, load } = useService()
  useEffect(() => {
    void load()
  }, [load])
  if (error !== null) return <ErrorNote error={error} onAgain={() => void load()} />
  if (settings === null) return <Reading lines={3} height={120} />
  return (
    <>
      {settings.unreadable.map((problem) => (
        <ErrorNote key={storeMessage(problem.message)} error={problem} />
      ))}
      <PayloadProfileSection />
      <EndpointsSection settings={settings} />
      <NetworkSection settings={settings} />
      <RateLimitSection settings={settings} />
    </>
  )
}
