import { Kbd } from '@mantine/core'
import { capsOf } from '../../actions/keys.ts'
import classes from './palette.module.css'

/** Keys as caps, written as this system writes them. */
export function Keycaps({ keys }: { keys: string }) {
  return (
    <span className={classes.caps}>
      {capsOf(keys).map((cap) => (
        <Kbd key={cap} size="xs">
          {cap}
        </Kbd>
      ))}
    </span>
  )
}
