import { useEffect, useState } from 'react'
import type { Spoken } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'

export function useSpoken(language: Language): Spoken | null {
  const [spoken, setSpoken] = useState<Spoken | null>(null)
  useEffect(() => {
    let isCurrent = true
    void loadMessages(language).then((said) => {
      if (isCurrent) setSpoken({ language, said })
    })
    return () => void (isCurrent = false)
  }, [language])
  return spoken?.language === language ? spoken : null
}
