import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BackupName, expiredBackups } from './vault-files.ts'

const backup = (made_at: string): BackupName => ({ name: `backup ${made_at}`, made_at })
const day = (date: string, time = '09:00') => backup(`${date}T${time}:00.000Z`)
/** The current time of the tests. It is after the dates of all backups, except those that a test dates in the future. */
const NOW = '2026-11-21T18:00:00.000Z'
const namesOf = (backups: BackupName[]) => backups.map(({ made_at }) => made_at.slice(0, 16)).toSorted()

test('keeps the newest backup of each of the last seven days and four weeks', () => {
  // Forty daily backups. The newest one is of Saturday, November 21, 2026.
  const all = Array.from({ length: 40 }, (_, ago) =>
    backup(new Date(Date.UTC(2026, 10, 21, 9) - ago * 86_400_000).toISOString()),
  )
  const expired = new Set(expiredBackups(all, NOW))
  const kept = all.filter((one) => !expired.has(one)).map(({ made_at }) => made_at.slice(5, 10))
  expect(kept).toEqual(['11-21', '11-20', '11-19', '11-18', '11-17', '11-16', '11-15', '11-08', '11-01'])
})

test('keeps only the newest backup of a day', () => {
  const all = [day('2026-11-21', '09:00'), day('2026-11-21', '17:00'), day('2026-11-20')]
  expect(namesOf(expiredBackups(all, NOW))).toEqual(['2026-11-21T09:00'])
})

test('keeps the backups of a computer that was off for a year', () => {
  expect(expiredBackups([day('2025-11-20'), day('2025-11-21'), day('2026-11-21')], NOW)).toEqual([])
})

test('backups dated in the future by a wrong clock do not make later backups expire', () => {
  const ahead = Array.from({ length: 12 }, (_, ago) =>
    backup(new Date(Date.UTC(2031, 5, 30, 9) - ago * 7 * 86_400_000).toISOString()),
  )
  const since = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map((date) =>
    day(date),
  )
  const expired = expiredBackups([...ahead, ...since], NOW)
  expect(expired.filter((one) => since.includes(one))).toEqual([])
  // Backups with a date in the future expire too: at most eleven of the twelve remain.
  expect(ahead.length - expired.length).toBeLessThanOrEqual(11)
})

test('never expires the newest backup, and a second run expires nothing more', () => {
  const times = fc.array(fc.integer({ min: 0, max: 400 * 24 }), { maxLength: 60 })
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 400 * 24 }), (hours, present) => {
      const at = (hour: number) => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString()
      const now = at(present)
      const all = hours.map((hour) => backup(at(hour)))
      const expired = expiredBackups(all, now)
      const kept = all.filter((one) => !expired.includes(one))
      const newest = (backups: BackupName[]) =>
        backups
          .map(({ made_at }) => made_at)
          .filter((made_at) => made_at <= now)
          .toSorted()
          .at(-1)
      expect(newest(kept)).toBe(newest(all))
      expect(kept.length).toBeLessThanOrEqual(22)
      expect(expiredBackups(kept, now)).toEqual([])
    }),
  )
})
