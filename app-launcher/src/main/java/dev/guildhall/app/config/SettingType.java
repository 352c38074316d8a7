package dev.guildhall.app.config;

import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Service;
import dev.guildhall.http.token.TrustedIssuer;
import dev.guildhall.integrations.agent.AgentAddress;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.llm.provider.PriceFile;
import dev.guildhall.llm.provider.RouteFile;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProxyAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Currency;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * A type of values.
 *
 * @param parse converts a text that is not blank; throws an {@link IllegalArgumentException} that names the fault
 * @param print masks the secrets in a text
 */
public record SettingType<T>(Function<String, T> parse, UnaryOperator<String> print) {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_LIFE = 86_400;
    private static final int MAX_GRACE = 300;
    private static final int KEY_BYTES = 32;

    /** Any text. */
    static final SettingType<String> TEXT = of(text -> text);
    /** Any text; it is never printed. */
    static final SettingType<String> SECRET = new SettingType<>(text -> text, secret -> "********");
    /** A path; a tilde stands for the user's home directory. */
    static final SettingType<Path> PATH = of(SettingType::path);
    /** {@code true} or {@code false}. */
    static final SettingType<Boolean> FLAG = oneOf(Stream.of(true, false), Object::toString);
    /** {@code off} or {@code on}. */
    static final SettingType<Boolean> SWITCH = oneOf(Stream.of(false, true), on -> on ? "on" : "off");
    /** 0 to 65535; 0 chooses any free port. */
    static final SettingType<Integer> PORT = number(0, MAX_PORT, "must be a port, 0 to 65535");
    /** An integer of at least 0. */
    static final SettingType<Integer> COUNT = number(0, Integer.MAX_VALUE, "must be a whole number, 0 or more");
    /** An integer number of seconds of at least 0. */
    static final SettingType<Duration> SECONDS = COUNT.as(Duration::ofSeconds);
    /** An integer number of days of at least 0. */
    static final SettingType<Duration> DAYS = COUNT.as(Duration::ofDays);
    /** An integer number of hours of at least 0. */
    static final SettingType<Duration> HOURS = COUNT.as(Duration::ofHours);
    /** An integer number of seconds, 1 to 86400. */
    static final SettingType<Duration> LIFE =
            number(1, MAX_LIFE, "must be a whole number, 1 to " + MAX_LIFE).as(Duration::ofSeconds);
    /** An integer number of seconds, 0 to 300, in which a used refresh token may be sent again. */
    static final SettingType<Duration> GRACE =
            number(0, MAX_GRACE, "must be a whole number, 0 to " + MAX_GRACE).as(Duration::ofSeconds);
    /** An http or https address. */
    static final SettingType<String> URL = text(SettingType::isWebAddress, "must be an http or https address");
    /** An https address, or an http address of this machine, without a user and a fragment. */
    static final SettingType<String> SAFE_URL = text(
            address -> TrustedIssuer.isSafe(URI.create(address)),
            "must be an https address, or http on this machine, without a user and a fragment");
    /** An http or https address of a service, without a user, a query and a fragment. */
    static final SettingType<AgentAddress> SERVICE_URL = new SettingType<>(
            AgentAddress::parse,
            address -> address.replaceFirst("//.*@", "//********@").replaceFirst("[?].*", "?********"));
    /** {@code all}, or names of services, separated by commas. */
    static final SettingType<Set<Service>> SERVICES = of(SettingType::services);
    /** {@code memory}, or the address of a PostgreSQL database; printed without its password. */
    static final SettingType<Config.Database> DATABASE =
            new SettingType<>(SettingType::database, url -> url.replaceFirst("(//[^:/@]*):[^@]*@", "$1:********@"));
    /** Base64 of 32 bytes; it is never printed. */
    static final SettingType<String> SECRET_KEY = new SettingType<>(
            text(key -> Base64.getDecoder().decode(key).length == KEY_BYTES, "must be base64 of 32 bytes").parse,
            SECRET.print);
    /** Email addresses of accounts, separated by commas. */
    static final SettingType<List<Email>> EMAILS =
            listOf(address -> parsed(Email::new, address), address -> address + " is not an address");
    /** Networks or addresses, separated by commas: {@code 10.0.0.0/8,192.168.1.1}. */
    static final SettingType<List<AddressRange>> NETWORKS =
            listOf(AddressRange::parse, range -> range + " is neither an address nor a network such as 10.0.0.0/8");
    /** Hosts, addresses or networks, some with a port, separated by commas. */
    static final SettingType<EgressRules> EGRESS = of(EgressRules::parse);
    /** The same, and an asterisk for all internal addresses. */
    static final SettingType<RunTargetRules> RUN_TARGETS = of(RunTargetRules::parse);
    /** Http or https addresses without a user and a fragment, separated by commas. */
    static final SettingType<List<RedirectUri>> REDIRECTS = listOf(
            address -> parsed(RedirectUri::new, address),
            address -> address + " is not an http(s) address without a user and a fragment");
    /** Origins, separated by commas: {@code https://app.example,http://localhost:5173}. */
    static final SettingType<List<String>> ORIGINS =
            listOf(SettingType::origin, origin -> origin + " is not an origin such as https://app.example");
    /** Names, separated by commas. */
    static final SettingType<Set<String>> NAMES = of(names -> Set.copyOf(split(names)));
    /** Fallback models, as {@link FallbackPlan} parses them. */
    static final SettingType<Map<String, List<FallbackPlan.Target>>> FALLBACKS = of(FallbackPlan::parse);
    /** The path of a file with prices of models, as {@link PriceFile} reads it. */
    static final SettingType<Map<String, ModelPrice>> PRICES = of(path -> PriceFile.read(path(path)));
    /** The path of a file with routes of models, as {@link RouteFile} reads it. */
    static final SettingType<Map<String, RouteFile.Route>> ROUTES = of(path -> RouteFile.read(path(path)));
    /** The address of an HTTP proxy; printed without its password. */
    static final SettingType<ProxyAddress> PROXY =
            new SettingType<>(ProxyAddress::parse, url -> url.replaceFirst("[^/@]*@", "********@"));
    /** The address of a mail server; printed without its password. */
    static final SettingType<SmtpAddress> SMTP = new SettingType<>(
            url -> parsed(SmtpAddress::new, url)
                    .orElseThrow(
                            () -> new IllegalArgumentException("must be smtp://user:password@host:port or smtps://…")),
            url -> url.replaceFirst("//.*@", "//********@"));
    /** The sender of mail. */
    static final SettingType<MailFrom> MAIL_FROM = of(from -> parsed(MailFrom::new, from)
            .orElseThrow(() ->
                    new IllegalArgumentException("must be an address, or a name with an address in angle brackets")));
    /** The path of a file of certificate authorities, as {@link Network} reads it. */
    static final SettingType<SSLContext> AUTHORITIES = of(path -> Network.trusting(path(path)));
    /** An ISO 4217 code. */
    static final SettingType<Currency> CURRENCY = of(SettingType::currency);
    /** Context sizes of models, as {@link ContextPlan} parses them. */
    static final SettingType<Map<String, Integer>> CONTEXT = of(ContextPlan::parse);

    /** One of an enumeration's constants, in lower case. */
    static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
        return oneOf(
                Arrays.stream(type.getEnumConstants()), value -> value.name().toLowerCase(Locale.ROOT));
    }

    /** The same texts, converted further. */
    <R> SettingType<R> as(Function<T, R> convert) {
        return new SettingType<>(parse.andThen(convert), print);
    }

    /** The fault of a text; empty when it is valid. */
    Optional<String> fault(String text) {
        try {
            var _ = parse.apply(text);
            return Optional.empty();
        } catch (IllegalArgumentException bad) {
            return Optional.of(String.valueOf(bad.getMessage()));
        }
    }

    /** The values of a list that is separated by commas. */
    static List<String> split(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static <T> SettingType<T> of(Function<String, T> parse) {
        return new SettingType<>(parse, UnaryOperator.identity());
    }

    private static SettingType<String> text(Predicate<String> isValid, String fault) {
        return of(text -> {
            if (parsed(isValid::test, text).filter(valid -> valid).isEmpty()) {
                throw new IllegalArgumentException(fault);
            }
            return text;
        });
    }

    private static SettingType<Integer> number(int least, int most, String fault) {
        return of(text -> parsed(Integer::valueOf, text)
                .filter(number -> number >= least && number <= most)
                .orElseThrow(() -> new IllegalArgumentException(fault)));
    }

    private static <T> SettingType<T> oneOf(Stream<T> values, Function<T, String> name) {
        Map<String, T> byName = new LinkedHashMap<>();
        values.forEach(value -> byName.put(name.apply(value), value));
        return of(text -> Optional.ofNullable(byName.get(text))
                .orElseThrow(
                        () -> new IllegalArgumentException("must be one of " + String.join(", ", byName.keySet()))));
    }

    private static <T> SettingType<List<T>> listOf(Function<String, Optional<T>> parse, UnaryOperator<String> fault) {
        return of(list -> split(list).stream()
                .map(text -> parse.apply(text).orElseThrow(() -> new IllegalArgumentException(fault.apply(text))))
                .toList());
    }

    private static <T> Optional<T> parsed(Function<String, T> parser, String text) {
        try {
            return Optional.of(parser.apply(text));
        } catch (IllegalArgumentException | Refusal malformed) {
            return Optional.empty();
        }
    }

    private static Path path(String written) {
        String path = written.equals("~") || written.startsWith("~/")
                ? System.getProperty("user.home") + written.substring(1)
                : written;
        return Path.of(path).toAbsolutePath().normalize();
    }

    private static Currency currency(String code) {
        return parsed(Currency::getInstance, code)
                .orElseThrow(() -> new IllegalArgumentException("must be an ISO 4217 code such as USD"));
    }

    private static boolean isWebAddress(String value) {
        URI address = URI.create(value);
        return address.getHost() != null && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()));
    }

    private static Set<Service> services(String value) {
        if (value.equals("all")) {
            return EnumSet.allOf(Service.class);
        }
        Set<Service> services = EnumSet.noneOf(Service.class);
        for (String name : split(value)) {
            services.add(Service.fromWire(name).orElseThrow(() -> noService(name)));
        }
        if (services.isEmpty()) {
            throw new IllegalArgumentException("must name a service");
        }
        return services;
    }

    private static IllegalArgumentException noService(String name) {
        return new IllegalArgumentException("this version has no service " + name + "; it has "
                + Arrays.stream(Service.values()).map(Service::wireName).collect(Collectors.joining(", ")));
    }

    private static Config.Database database(String value) {
        if (value.equals("memory")) {
            return new Config.Database.Memory();
        }
        if (value.startsWith("postgresql://") || value.startsWith("postgres://")) {
            return new Config.Database.External(value);
        }
        throw new IllegalArgumentException("must be memory or postgresql://user:password@host:port/name");
    }

    private static Optional<String> origin(String value) {
        return value.matches("(?i)https?://[^/?#@]+") ? CrossOriginProtection.origin(value) : Optional.empty();
    }
}
