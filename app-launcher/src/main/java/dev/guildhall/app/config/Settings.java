package dev.guildhall.app.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** All keys with their values: defaults, then the file, then the environment. Immutable. */
public final class Settings {
    private static final String DEFAULT_FILE = "guildhall.properties";
    private static final int NEAR = 12;

    private final Map<String, Setting> byName;

    private Settings(Map<String, Setting> byName) {
        this.byName = byName;
    }

    /**
     * Reads the configuration.
     *
     * @param environment the variables of the process
     * @param directory the directory of the file, unless {@code GUILDHALL_CONFIG} names the file
     * @throws BadConfiguration listing all unknown keys and invalid values
     */
    public static Settings read(Map<String, String> environment, Path directory) {
        Parsed parsed = parse(environment, directory);
        if (!parsed.faults().isEmpty()) {
            throw new BadConfiguration(parsed.faults());
        }
        return parsed.settings();
    }

    /**
     * Settings that may be invalid.
     *
     * @param faults one line for each unknown key and invalid value
     */
    public record Parsed(Settings settings, List<String> faults) {
        public Parsed {
            faults = List.copyOf(faults);
        }
    }

    /** As {@link #read}, but returns invalid settings too, with their faults. */
    public static Parsed parse(Map<String, String> environment, Path directory) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        List<String> faults = new ArrayList<>();
        SettingKey.all()
                .forEach(key -> key.fallback()
                        .ifPresent(value -> settings.put(key.name(), new Setting(key, value, "default"))));
        Path file = directory.resolve(environment.getOrDefault(SettingKey.FILE_VARIABLE, DEFAULT_FILE));
        if (environment.containsKey(SettingKey.FILE_VARIABLE) || Files.exists(file)) {
            fromFile(file, settings, faults);
        }
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith("GUILDHALL_")
                    && !name.equals(SettingKey.FILE_VARIABLE)
                    && !name.startsWith(SettingKey.TEST_PREFIX)) {
                put(name, name, value, "environment", settings, faults);
            }
        });
        return new Parsed(new Settings(settings), faults);
    }

    /** Whether the name in the environment is a key. */
    public static boolean knows(String name) {
        return SettingKey.find(name).isPresent();
    }

    /** The value of a key; empty when it is not set and has no default, or is set to an empty text. */
    <T> Optional<T> get(SettingKey<T> key) {
        return Optional.ofNullable(byName.get(key.name()))
                .map(Setting::value)
                .map(key.type().parse());
    }

    Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    /** A value of a key that has a default. */
    <T> T require(SettingKey<T> key) {
        return get(key).orElseThrow(() -> new IllegalStateException(key.name() + " has no default"));
    }

    /** One line for each key: name, value, origin; secrets are masked. */
    public String table() {
        int width = byName.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder out = new StringBuilder();
        byName.values()
                .forEach(setting -> out.append(String.format(
                        "  %-" + width + "s  %s  (%s)%n",
                        setting.key().name(),
                        setting.key().type().print().apply(setting.value()),
                        setting.origin())));
        return out.toString();
    }

    private static void fromFile(Path file, Map<String, Setting> settings, List<String> faults) {
        FileOwners.fault(file).ifPresent(faults::add);
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            faults.add(file + ": cannot be read as properties");
        }
        properties.stringPropertyNames().stream().sorted().forEach(name -> {
            String origin = file.getFileName().toString();
            put(SettingKey.variable(name), name, properties.getProperty(name), origin, settings, faults);
        });
    }

    private static void put(
            String name,
            String written,
            String value,
            String origin,
            Map<String, Setting> settings,
            List<String> faults) {
        Optional<SettingKey<?>> key = SettingKey.find(name);
        if (key.isEmpty()) {
            faults.add(written + " (" + origin + "): there is no such key" + nearest(name));
        } else if (value.isBlank()) {
            settings.remove(name);
            unlessSet(key.get()).ifPresent(setting -> settings.put(name, setting));
        } else {
            SettingType<?> type = key.get().type();
            type.fault(value.strip())
                    .map(fault -> written + "=" + type.print().apply(value) + " (" + origin + "): " + fault)
                    .ifPresent(faults::add);
            settings.put(name, new Setting(key.get(), value.strip(), origin));
        }
    }

    private static Optional<Setting> unlessSet(SettingKey<?> key) {
        return key.fallback().map(value -> new Setting(key, value, "default"));
    }

    private static String nearest(String name) {
        return SettingKey.all().stream()
                .map(SettingKey::name)
                .min(Comparator.comparingInt(known -> EditDistance.between(known, name)))
                .filter(known -> EditDistance.between(known, name) <= NEAR)
                .map(known -> "; did you mean " + known + "?")
                .orElse("");
    }
}
