"""Performance counters of Windows, as typeperf, perfmon and relog write them, in the languages of Windows.

The path of a counter is \\\\MACHINE\\Object(instance)\\Counter, with object and counter in the language of the machine.
"""

import re
from datetime import UTC, datetime

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.counter_series import record
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source
from simulator.calibration.reading.tool_cells import number_in_cell
from simulator.messages.stages.calibration import formats, recordings, tables

# What a counter is called: its object and its name, in English, German, French, Spanish, Italian, Portuguese, Dutch,
# Swedish, Polish, Czech and Russian. All of them in small letters.
_PROCESSOR = (
    r"(prozessor(informationen)?|processor( information)?|processeur|informations (sur le )?processeur|procesador"
    r"|informaci.n del procesador|processore|informazioni processore|processador|informa..es do processador"
    r"|processorinformatie|processorinformation|procesor|informace o procesoru|informacje o procesorze"
    r"|процессор|сведения о процессоре)"
)
_CPU_TIME = (
    r"(% processor time|prozessorzeit \(%\)|% ?prozessorzeit|(% )?temps processeur|% de tiempo de procesador"
    r"|% tiempo de procesador|% tempo processore|% tempo de processador|% ?processortijd|% processortid"
    r"|processortid i %"
    r"|czas procesora \(%\)|% czasu procesora|% czas procesora|% .asu procesoru|% загруженности процессора)"
)
_DISK = (
    r"(physicaldisk|(physikalischer|physischer) datentr.ger|disque physique|disco f.sico|disco fisico"
    r"|fysieke schijf|fysisk disk"
    r"|dysk fizyczny|fyzick. disk|физический диск)"
)
_READS = (
    r"(disk reads/sec|lesevorg.nge/s(ek\.?)?|lectures disque/s|lecturas de disco/s|letture disco/sec"
    r"|leituras de disco/s"
    r"|schijfleesbewerkingen per seconde|schijf lezen/sec|disk.?.sningar/s|odczyty dysku/s|.ten. disku/s"
    r"|обращений чтения с диска/с)"
)
_READ_BYTES = (
    r"(disk read bytes/sec|bytes gelesen/s|lectures disque, octets/s|octets lus/s|bytes de lectura de disco/s"
    r"|byte letti da disco/sec|byte letti/sec|bytes de leitura de disco/s|bytes lezen van schijf/sec"
    r"|bajty odczytu dysku/s|скорость чтения с диска \(байт/с\))"
)
_WEB = (
    r"(web service|webdienst|service web|servicio web|servizio web|servi.o web|webbtj.nst|us.uga sieci web|веб-служба)"
)
_SENT = (
    r"(bytes sent/sec|gesendete bytes/s|bytes gesendet/s|octets envoy.s/s|bytes enviados/s|byte inviati/sec"
    r"|verzonden bytes/s(ec)?|skickade byte/s|wys.ane bajty/s|bajty wys.ane/s|отправлено байт/с)"
)
_CONNECTIONS = (
    r"(current connections|aktuelle verbindungen|connexions actuelles|conexiones actuales|connessioni correnti"
    r"|conex.es atuais|huidige verbindingen|bie..ce po..czenia|текущих подключений)"
)
_REQUESTS = (
    r"(total method requests/sec|methodenanforderungen( gesamt)?/s|gesamtzahl der methodenanforderungen/s"
    r"|total des demandes de m.thode/s|total de solicitudes de m.todo/s|totale richieste metodo/sec)"
)
_COUNTERS = tuple(
    (re.compile(pattern + r"$"), gauge, factor)
    for pattern, gauge, factor in (
        (rf"\\{_PROCESSOR}\(_total\)\\{_CPU_TIME}", Metric.CPU, 0.01),
        (rf"{_WEB}\(_total\)\\{_REQUESTS}", Metric.RATE, 1.0),
        (r"total method requests/sec", Metric.RATE, 1.0), (r"\\requests/sec", Metric.RATE, 1.0),
        (rf"\\{_CONNECTIONS}", Metric.CONNECTIONS, 1.0), (rf"\\{_SENT}", Metric.BYTES, 1.0),
        (r"connection attempts/sec", Metric.CONNECTING, 1.0),
        (rf"\\{_DISK}\(_total\)\\{_READS}", Metric.READS, 1.0),
        (rf"\\{_DISK}\(_total\)\\{_READ_BYTES}", Metric.READ_BYTES, 1.0),
        (r"\\web service cache\\file cache hits %", Metric.HITS, 0.01),
    )
)  # fmt: skip
# What the first heading says of the zone: minutes that UTC is ahead.
_AHEAD = re.compile(r"\((-?\d+)\)\s*$")


def _is_windows(source: Source) -> bool:
    return source.text.lstrip().lstrip('"').upper().startswith("(PDH-")


def _counters(source: Source) -> FileReading:
    """Instants of typeperf, perfmon or relog. Counters of several instances, such as network cards, are added up; what
    typeperf says at its end is passed over."""
    cells = source.cells
    columns = [_counter(name) for name in cells.headings[1:]]
    if not any(columns):
        refuse(cells.file, *recordings.NO_COUNTER_KNOWN, 1, value=", ".join(cells.headings[1:4]))
    taken = _one_source(columns)
    clock, points = [], []
    for line, row in cells.rows:
        measured: dict[Metric, float] = {}
        for place, column in enumerate(columns, start=1):
            # The first instant of a rate has no value.
            value = number_in_cell(cells, line, row, place) if column in taken else None
            if column and value is not None:
                measured[column[0]] = measured.get(column[0], 0.0) + value * column[1]
        if measured:
            clock.append((line, row[0]))
            points.append(LoadTestRow(cells.file, line, measured))
    ahead = _AHEAD.search(cells.headings[0])
    minutes = float(ahead[1]) if ahead else 0.0
    at = [when + 60.0 * minutes for when in _times(clock, cells.file)]
    said = [line for line, width in cells.odd if width > 2]
    comma = tables.READ_WITH_COMMA if cells.mark == "," else ""
    return record(cells.file, at, points, recordings.RECORD_LONGER, recordings.broken_lines(len(said)), comma)


Counter = tuple[Metric, float, str] | None


def _one_source(columns: list[Counter]) -> set[Counter]:
    """The counters that count: of requests and bytes those of one object, for a web service and the network cards
    below it count the same bytes."""
    objects: dict[Metric, str] = {}
    for column in columns:
        if column:
            objects.setdefault(column[0], column[2])
    return {column for column in columns if column and objects[column[0]] == column[2]}


def _counter(path: str) -> Counter:
    lowered = path.lower().strip()
    owner = re.sub(r"\(.*", "", lowered.rpartition("\\")[0].rpartition("\\")[2])
    return next(((gauge, factor, owner) for ends, gauge, factor in _COUNTERS if ends.search(lowered)), None)


def _times(clock: list[tuple[int, str]], file: str) -> list[float]:
    """Seconds since 1970: months stand before days, as in all that Windows writes of counters."""
    found = []
    for line, text in clock:
        try:
            found.append(datetime.strptime(text, "%m/%d/%Y %H:%M:%S.%f").replace(tzinfo=UTC).timestamp())
        except ValueError:
            try:
                return list(parse_instants([each for _, each in clock], months_first=True).at)
            except NoTimeError as error:
                line, text = clock[max(0, error.place)]
                refuse(file, error.message, recordings.SAVE_COUNTERS_AGAIN, line, value=text)
    return found


READERS = (
    Reader("typeperf, perfmon, relog", formats.WINDOWS, "counters over time", _is_windows,
           _counters),
)  # fmt: skip
