package dev.guildhall.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/**
 * The driving ports are the components of the record {@code Core} whose types are in ports. Every method of one takes
 * the caller first, including inherited and default methods.
 */
final class CallerFirst extends ArchCondition<JavaClass> {
    private final String root;

    CallerFirst(String root) {
        super("have only driving ports as components, interfaces whose methods take Caller first");
        this.root = root;
    }

    static Stream<JavaClass> drivingPorts(String root, JavaClass core) {
        return core.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(JavaField::getRawType)
                .filter(Layer.PORTS.classes(root));
    }

    @Override
    public void check(JavaClass core, ConditionEvents events) {
        drivingPorts(root, core).flatMap(this::judge).forEach(events::add);
    }

    private Stream<ConditionEvent> judge(JavaClass port) {
        if (!port.isInterface()) {
            return Stream.of(SimpleConditionEvent.violated(port, port.getDescription() + " is not an interface"));
        }
        return port.getAllMethods().stream().filter(CallerFirst::isAsked).map(this::judge);
    }

    private static boolean isAsked(JavaMethod method) {
        return !method.getModifiers().contains(JavaModifier.STATIC)
                && !method.getModifiers().contains(JavaModifier.PRIVATE)
                && !method.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private ConditionEvent judge(JavaMethod method) {
        boolean callerFirst = method.getRawParameterTypes().stream()
                .findFirst()
                .filter(first -> first.isAssignableTo(root + ".ports.Caller"))
                .isPresent();
        String verb = callerFirst ? " takes" : " does not take";
        return new SimpleConditionEvent(method, callerFirst, method.getDescription() + verb + " Caller first");
    }
}
