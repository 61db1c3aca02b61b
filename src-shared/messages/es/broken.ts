import type { en } from '../en/index.ts'

export const broken: (typeof en)['broken'] = {
  screen: 'Esta pantalla no se puede mostrar',
  screenAdvice:
    'No se pudo mostrar una parte de sus datos. No se cambió ni se envió nada. Las demás pantallas siguen funcionando.',
  row: 'Esta entrada no se puede mostrar porque sus datos son ilegibles.',
  time: 'Hora desconocida',
}
