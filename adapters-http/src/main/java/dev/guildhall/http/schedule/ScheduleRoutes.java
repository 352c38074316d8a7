package dev.guildhall.http.schedule;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleChange;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.Start;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.json.WholeNumbers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Schedules over HTTP (section Schedules). */
public final class ScheduleRoutes {
    private static final int LAST_YEAR = 9999;
    private static final int SHOWN = 5;
    private static final ZoneId UTC = ZoneId.of("UTC");

    private static final RequestReader<String> NAME =
            RequestReader.text(text -> Text.requireName("name", text, 1, Schedules.MAX_NAME));
    private static final RequestReader<Overlap> OVERLAP =
            RequestReader.text(name -> EnumNames.read("overlap", EnumSet.allOf(Overlap.class), name));
    private static final RequestReader<CatchUp> CATCH_UP =
            RequestReader.text(name -> EnumNames.read("catchUp", EnumSet.allOf(CatchUp.class), name));

    private final Schedules schedules;

    public ScheduleRoutes(Schedules schedules) {
        this.schedules = schedules;
    }

    public List<Route> routes() {
        String one = "/schedules/{scheduleId}";
        return List.of(
                Route.post("/schedules", Access.BEARER, this::create),
                Route.get("/schedules", Access.BEARER, this::list),
                Route.get(one, Access.BEARER, this::find),
                Route.patch(one, Access.BEARER, this::change),
                Route.delete(one, Access.BEARER, this::delete),
                Route.post(one + "/trigger", Access.BEARER, this::trigger),
                Route.get(one + "/next", Access.BEARER, this::next));
    }

    private static ScheduleId id(Exchange exchange) {
        return exchange.pathId("scheduleId", "schedule", ScheduleId::new);
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("name", NAME);
        Supplier<Optional<Timing>> timing = timing(body);
        Supplier<ZoneId> zone = body.optional("timezone", RequestReader.text(ScheduleRoutes::zone), UTC);
        Supplier<Overlap> overlap = body.optional("overlap", OVERLAP, Overlap.SKIP);
        Supplier<CatchUp> catchUp = body.optional("catchUp", CATCH_UP, CatchUp.NONE);
        Supplier<Start> start = body.required("start", StartJson.READER);
        Supplier<Boolean> enabled = body.optional("enabled", RequestReader.flag(), true);
        body.check();
        ScheduleDefinition definition = new ScheduleDefinition(
                name.get(),
                timing.get().orElseThrow(() -> Refusal.invalid("cron", "one of cron, everySeconds and at is required")),
                zone.get(),
                overlap.get(),
                catchUp.get(),
                start.get(),
                enabled.get());
        exchange.json(201, ScheduleJson.of(schedules.create(exchange.caller(), definition)));
    }

    /** At most one of three fields. */
    private static Supplier<Optional<Timing>> timing(JsonBody body) {
        Supplier<Optional<Timing>> cron = body.optional("cron", RequestReader.<Timing>text(Timing.Cron::new));
        Supplier<Optional<Timing>> every = body.optional(
                "everySeconds",
                (node, path) -> new Timing.Every(Duration.ofSeconds(
                        RequestReader.integer(1, Timing.Every.MOST_SECONDS).read(node, path))));
        Supplier<Optional<Timing>> at = body.optional("at", RequestReader.text(ScheduleRoutes::at));
        return () -> {
            List<Timing> given = Stream.of(cron, every, at)
                    .flatMap(one -> one.get().stream())
                    .toList();
            if (given.size() > 1) {
                throw Refusal.invalid("cron", "only one of cron, everySeconds and at is possible");
            }
            return given.stream().findFirst();
        };
    }

    private static Timing at(String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(text);
            if (time.getYear() <= LAST_YEAR) {
                return new Timing.At(time.toInstant());
            }
        } catch (DateTimeException malformed) {
            // Refused below, as a time that is too late.
        }
        throw Refusal.invalid("at", "must be an ISO 8601 timestamp with an offset, until the year " + LAST_YEAR);
    }

    private static ZoneId zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw Refusal.invalid("timezone", "must be a name of the IANA time zone database, such as Europe/Lisbon");
        }
        return ZoneId.of(name);
    }

    private void list(Exchange exchange) {
        exchange.json(
                200, Json.page("schedules", schedules.list(exchange.caller(), exchange.page("sch")), ScheduleJson::of));
    }

    private void find(Exchange exchange) {
        Schedule schedule = schedules.find(exchange.caller(), id(exchange));
        exchange.json(
                200, ScheduleJson.WithStartsJson.of(schedule, schedules.starts(exchange.caller(), schedule.id())));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.replacement("name", NAME);
        Supplier<Optional<Timing>> timing = timing(body);
        Supplier<Optional<ZoneId>> zone = body.replacement("timezone", RequestReader.text(ScheduleRoutes::zone));
        Supplier<Optional<Overlap>> overlap = body.replacement("overlap", OVERLAP);
        Supplier<Optional<CatchUp>> catchUp = body.replacement("catchUp", CATCH_UP);
        Supplier<Optional<Start>> start = body.replacement("start", StartJson.READER);
        Supplier<Optional<Boolean>> enabled = body.replacement("enabled", RequestReader.flag());
        body.check();
        ScheduleChange change = new ScheduleChange(
                name.get(), timing.get(), zone.get(), overlap.get(), catchUp.get(), start.get(), enabled.get());
        exchange.json(200, ScheduleJson.of(schedules.change(exchange.caller(), id(exchange), change)));
    }

    private void delete(Exchange exchange) {
        schedules.delete(exchange.caller(), id(exchange));
        exchange.noContent();
    }

    private void trigger(Exchange exchange) {
        exchange.json(202, StartJson.WorkJson.of(schedules.trigger(exchange.caller(), id(exchange))));
    }

    private void next(Exchange exchange) {
        int count = exchange.query("count").map(ScheduleRoutes::count).orElse(SHOWN);
        List<Instant> next = schedules.next(exchange.caller(), id(exchange), count);
        exchange.json(200, Map.of("next", next.stream().map(Json::timestamp).toList()));
    }

    private static int count(String text) {
        return WholeNumbers.parse(text)
                .filter(count -> count >= 1 && count <= Schedules.MOST_NEXT)
                .orElseThrow(() -> Refusal.invalid("count", "must be an integer between 1 and " + Schedules.MOST_NEXT));
    }
}
