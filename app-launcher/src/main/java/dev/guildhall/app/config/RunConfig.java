package dev.guildhall.app.config;

import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.ports.AddressRange;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Test runs (runs-6 to runs-9).
 *
 * @param suites the directory of the suites; need not exist
 * @param runner where runs are executed
 * @param targets the addresses that the browsers of runs may reach
 * @param listsTargets whether the operator lists them; otherwise they follow from where users open the server
 * @param slots how many runs this node executes at the same time; 0 means none
 * @param kept how long runs and their files are stored
 * @param reportsUrl the address of the reports of runs, without a slash at its end and of another host than the public
 *     one; absent means {@code reports.localhost} where the public host is {@code localhost}, and otherwise none
 * @param chromium the browser that is used as Chromium; absent means the one that is found
 * @param environment of this process: the locations of programs
 */
public record RunConfig(
        Path suites,
        Runner runner,
        RunTargetRules targets,
        boolean listsTargets,
        int slots,
        Duration kept,
        Optional<String> reportsUrl,
        Optional<Path> chromium,
        Map<String, String> environment) {
    private static final String BELOW_DATA = "suites";

    /** Where runs are executed. */
    public enum Runner {
        PROCESS,
        CONTAINER
    }

    public RunConfig {
        environment = Map.copyOf(environment);
    }

    static RunConfig of(Settings settings, Path dataDir, Map<String, String> environment) {
        return new RunConfig(
                settings.get(SettingKey.SUITES_DIR).orElseGet(() -> dataDir.resolve(BELOW_DATA)),
                settings.require(SettingKey.RUNNER),
                settings.get(SettingKey.RUN_TARGETS).orElseGet(() -> targetsOfUse(settings)),
                settings.get(SettingKey.RUN_TARGETS).isPresent(),
                settings.require(SettingKey.RUN_SLOTS),
                settings.require(SettingKey.RUN_RETENTION_DAYS),
                reportsUrl(settings),
                settings.get(SettingKey.CHROMIUM),
                environment);
    }

    /**
     * The address of the reports, whose scripts must not have the origin of the application.
     *
     * @throws BadConfiguration when its host is that of the application
     */
    static Optional<String> reportsUrl(Settings settings) {
        Optional<String> reports = settings.get(SettingKey.REPORTS_URL).map(Config::withoutSlash);
        Set<String> application = Stream.of(
                        Optional.of("localhost"),
                        settings.get(SettingKey.HOST).map(host -> host.toLowerCase(Locale.ROOT)),
                        settings.get(SettingKey.PUBLIC_URL).map(RunConfig::host))
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        if (reports.map(RunConfig::host).filter(application::contains).isPresent()) {
            throw new BadConfiguration(List.of(SettingKey.REPORTS_URL.name()
                    + ": must have another host than the application, such as reports.guildhall.example"));
        }
        return reports;
    }

    private static String host(String url) {
        return String.valueOf(URI.create(url).getHost()).toLowerCase(Locale.ROOT);
    }

    /** A server for one machine tests what runs on it; behind another name, inner addresses must be listed. */
    private static RunTargetRules targetsOfUse(Settings settings) {
        String host = settings.require(SettingKey.HOST);
        boolean isForOneMachine = settings.get(SettingKey.PUBLIC_URL).isEmpty()
                && (host.equals("localhost")
                        || AddressRange.literal(host)
                                .filter(InetAddress::isLoopbackAddress)
                                .isPresent());
        return isForOneMachine ? RunTargetRules.parse("*") : RunTargetRules.outsideOnly();
    }

    @Override
    public String toString() {
        return "RunConfig[" + suites + "]";
    }
}
