import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const pages: (typeof en)['pages'] = {
  open: 'Ordenar páginas',
  title: 'Ordenar páginas',
  which: 'Elija los documentos que desea ordenar',
  order: 'Nuevo orden de las páginas',
  keys: 'Teclas: las flechas eligen una página, Alt con una flecha la mueve, R la gira, S empieza ahí un documento nuevo, Supr la quita.',
  tools: (place) => `Página ${place}`,
  earlier: 'Antes',
  later: 'Después',
  turn: 'Girar a la derecha',
  split: 'Empezar aquí un documento nuevo',
  join: 'Unir con el anterior',
  remove: 'Quitar página',
  page: (place, page, name, turn, begins) =>
    `${place}: página ${page} de ${name}${turn === 0 ? '' : `, girada ${turn}°`}${begins ? ', empieza un documento nuevo' : ''}`,
  nameOf: (number, count) => `Nombre del documento ${number} (${count})`,
  make: (count) => (count < 2 ? 'Crear documento' : `Crear ${count} documentos`),
  tooMany: (most) => `Puede ordenar hasta ${most} páginas a la vez.`,
  done: {
    move: (_from, to) => `Movida a la posición ${to}.`,
    turn: (at) => `Página ${at} girada.`,
    remove: (at) => `Página ${at} quitada.`,
    split: (at) => `Cambió el inicio de documento en la página ${at}.`,
  },
  statement: {
    title: 'Envíe los estados de cuenta tal como los emitió el banco',
    warning:
      'Un estado de cuenta rehecho con páginas tiene otro programa de origen y otras fechas. Los controles de las financieras pueden marcarlo como alterado.',
    question: '¿Rehacer este estado de cuenta?',
    sendOriginal: 'Enviar el original',
    makeAnyway: 'Crearlo de todos modos',
    stays: (names) => `${names} sigue adjunto y también se enviará. Quítelo solo si está seguro.`,
  },
  made: (names) => `Se creó ${names}.`,
  originalsStay: 'Los documentos de origen siguen adjuntos.',
  removeOriginals: (count) => plural(count, 'Quitar el original', (many) => `Quitar los ${many} originales`),
}
