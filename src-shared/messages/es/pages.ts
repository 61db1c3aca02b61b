import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const pages: (typeof en)['pages'] = {
  open: 'Ordenar páginas',
  title: 'Ordenar páginas',
  which: '¿Páginas de qué documentos?',
  order: 'Páginas en su nuevo orden',
  keys: 'Teclas: las flechas eligen una página, Alt con una flecha la mueve, R la gira, S empieza con ella un documento nuevo, Supr la deja fuera.',
  tools: (place) => `Página ${place}`,
  earlier: 'Antes',
  later: 'Después',
  turn: 'Girar a la derecha',
  split: 'Empezar aquí un documento nuevo',
  join: 'Unir con el anterior',
  remove: 'Dejar fuera',
  page: (place, page, name, turn, begins) =>
    `${place}: página ${page} de ${name}${turn === 0 ? '' : `, girada ${turn}°`}${begins ? ', empieza un documento nuevo' : ''}`,
  nameOf: (number, count) => `Nombre del documento ${number} (${count})`,
  make: (count) => (count < 2 ? 'Crear el documento' : `Crear ${count} documentos`),
  tooMany: (most) => `Se pueden ordenar hasta ${most} páginas a la vez.`,
  done: {
    move: (_from, to) => `Movida al lugar ${to}.`,
    turn: (at) => `Página ${at} girada.`,
    remove: (at) => `Página ${at} fuera.`,
    split: (at) => `Cambió dónde empieza un documento: página ${at}.`,
  },
  statement: {
    title: 'Envíe los estados de cuenta tal como los emitió el banco',
    warning:
      'Un estado de cuenta rehecho con páginas lleva otro programa de origen y otras fechas. Los controles antifraude de las financieras pueden tomarlo por falsificado.',
    question: '¿Rehacer el estado de cuenta?',
    sendOriginal: 'Enviar el original',
    makeAnyway: 'Crearlo de todos modos',
    stays: (names) => `${names} sigue adjunto y también se enviará. Quítelo solo si está seguro.`,
  },
  made: (names) => `Se creó ${names}.`,
  originalsStay: 'Los documentos de los que vienen las páginas siguen adjuntos.',
  removeOriginals: (count) => plural(count, 'Quitar el original', (many) => `Quitar los ${many} originales`),
}
