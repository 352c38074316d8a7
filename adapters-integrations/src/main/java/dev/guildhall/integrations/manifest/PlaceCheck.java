package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.PathTemplate;
import dev.guildhall.integrations.httptool.Place;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.integrations.manifest.ParameterReader.ReadParameter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks that every parameter of an action has a position of its own. */
final class PlaceCheck {
    private final SharedActionSettings frame;
    private final ManifestFaults faults;

    PlaceCheck(SharedActionSettings frame, ManifestFaults faults) {
        this.frame = frame;
        this.faults = faults;
    }

    /** Names that the action itself sets. */
    record Constants(Set<String> query, Set<String> headers) {}

    void check(String template, Constants constants, Map<String, ReadParameter> parameters, String path) {
        faults.addIf(path + ".path", PathTemplate.fault(template));
        Set<String> missing = PathTemplate.placeholders(template);
        Set<String> query = new TreeSet<>(constants.query());
        Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        headers.addAll(frame.headers().values().keySet());
        headers.addAll(constants.headers());
        reserve(query, headers, constants.query(), path);
        parameters.forEach((name, parameter) -> {
            PlacedParameter placed = parameter.placed();
            String here = path + ".parameters." + name;
            boolean free = switch (placed.place()) {
                case PATH -> missing.remove(placed.target());
                case QUERY -> query.add(placed.target());
                case HEADER -> headers.add(placed.target());
                case BODY -> true;
            };
            if (!free) {
                faults.add(
                        here, placed.place() == Place.PATH ? "has no place of its own in the path" : "is set already");
            }
        });
        missing.forEach(name -> faults.add(path + ".path", "has {" + name + "}, which is not a parameter of the path"));
    }

    /** No parameter may have the position of the credential. */
    private void reserve(Set<String> query, Set<String> headers, Set<String> constants, String path) {
        switch (frame.auth().place()) {
            case CredentialPlace.Nowhere() -> {}
            case CredentialPlace.Header(String name, String prefix) -> headers.add(name);
            case CredentialPlace.Query(String name) -> {
                if (constants.contains(name)) {
                    faults.add(path + ".query." + name, "is the position of the credential");
                }
                query.add(name);
            }
        }
    }
}
