import { parquetHeader } from "hyparquet/src/column.js";
import type { ColumnMetaData, DataReader, Encoding, PageHeader } from "hyparquet/src/types.js";
import { compressors } from "hyparquet-compressors";
import { TableUnreadable } from "./table-unreadable.js";

/** The values of a part of a column, unpacked: [definition levels] and values, as their encodings lay them out. */
export interface DataPage {
  readonly kind: "data";
  readonly count: number;
  readonly encoding: Encoding;
  /** Which cells are empty, as runs; `null`: the column has no empty cells. */
  readonly levels: Uint8Array | null;
  readonly values: Uint8Array;
}

/** The distinct values that data pages refer to. */
export interface DictionaryPage {
  readonly kind: "dictionary";
  readonly count: number;
  readonly values: Uint8Array;
}

/** A page of a table is a few MiB; a header that claims more than this would only make us allocate it. */
const MAX_PAGE_BYTES = 2 ** 28;

/**
 * The pages of one part of a column, in order. Sizes and counts of headers are checked before anything is allocated.
 * @param optional whether cells may be empty
 * @throws TableUnreadable
 */
export function* pagesOf(
  bytes: Uint8Array,
  chunk: ColumnMetaData,
  optional: boolean,
): Generator<DataPage | DictionaryPage> {
  const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, Number(chunk.total_compressed_size));
  const reader = { view, offset: 0 };
  let left = Number(chunk.num_values);
  while (left > 0) {
    const page = nextPage(reader, chunk, optional);
    if (page.kind === "data") left -= page.count;
    if (left < 0 || (page.kind === "data" && page.count === 0))
      throw new TableUnreadable("damaged: a column has too many values");
    yield page;
  }
}

function nextPage(reader: DataReader, chunk: ColumnMetaData, optional: boolean): DataPage | DictionaryPage {
  const header = parquetHeader(reader);
  const packedBytes = checkedSize(header.compressed_page_size, reader.view.byteLength - reader.offset);
  checkedSize(header.uncompressed_page_size, Math.min(MAX_PAGE_BYTES, Number(chunk.total_uncompressed_size)));
  const packed = new Uint8Array(reader.view.buffer, reader.view.byteOffset + reader.offset, packedBytes);
  reader.offset += packedBytes;
  return unpackedPage(header, packed, { chunk, optional });
}

interface PageContext {
  readonly chunk: ColumnMetaData;
  readonly optional: boolean;
}

function unpackedPage(
  header: PageHeader,
  packed: Uint8Array,
  { chunk, optional }: PageContext,
): DataPage | DictionaryPage {
  const size = header.uncompressed_page_size;
  const most = Number(chunk.num_values);
  if (header.dictionary_page_header) {
    const count = checkedSize(header.dictionary_page_header.num_values, MAX_PAGE_BYTES);
    return { kind: "dictionary", count, values: unpack(packed, size, chunk) };
  }
  if (header.data_page_header) {
    const { num_values, encoding } = header.data_page_header;
    const page = unpack(packed, size, chunk);
    const levelBytes = optional ? 4 + checkedSize(viewOf(page).getUint32(0, true), page.length - 4) : 0;
    return {
      kind: "data",
      count: checkedSize(num_values, most),
      encoding,
      levels: optional ? page.subarray(4, levelBytes) : null,
      values: page.subarray(levelBytes),
    };
  }
  return secondVersionPage(header, packed, { chunk, optional });
}

/** The second version of a data page keeps its levels outside of what is compressed. */
function secondVersionPage(header: PageHeader, packed: Uint8Array, { chunk, optional }: PageContext): DataPage {
  const page = header.data_page_header_v2;
  if (!page || page.repetition_levels_byte_length !== 0)
    throw new TableUnreadable("damaged: it has a page of no known kind");
  const levelBytes = checkedSize(page.definition_levels_byte_length, packed.length);
  const rest = packed.subarray(levelBytes);
  const size = checkedSize(header.uncompressed_page_size - levelBytes, MAX_PAGE_BYTES);
  return {
    kind: "data",
    count: checkedSize(page.num_values, Number(chunk.num_values)),
    encoding: page.encoding,
    levels: optional ? packed.subarray(0, levelBytes) : null,
    values: page.is_compressed === false ? rest : unpack(rest, size, chunk),
  };
}

function unpack(packed: Uint8Array, size: number, { codec }: ColumnMetaData): Uint8Array {
  if (codec === "UNCOMPRESSED" || size === 0) return packed;
  const unpacker = compressors[codec];
  if (!unpacker) throw new TableUnreadable(`its compression ${codec} is not known here; zstd, snappy and gzip are`);
  const page = unpacker(packed, size);
  if (page.length !== size) throw new TableUnreadable("damaged: a page does not unpack to its size");
  return page;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function checkedSize(size: number, most: number): number {
  if (Number.isInteger(size) && size >= 0 && size <= most) return size;
  throw new TableUnreadable(`damaged: a page claims a size of ${size}`);
}
