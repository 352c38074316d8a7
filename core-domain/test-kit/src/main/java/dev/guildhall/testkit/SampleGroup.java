package dev.guildhall.testkit;

import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupDescription;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import java.util.Optional;

/** Builds a {@link Group}. Not thread-safe. */
public final class SampleGroup {
    private Optional<GroupDescription> description = Optional.empty();

    SampleGroup() {}

    public SampleGroup description(String text) {
        description = Optional.of(new GroupDescription(text));
        return this;
    }

    public Group build() {
        return new Group(new GroupId(Sample.id("grp")), new GroupName("Analysts, 分析"), description, Sample.NOW);
    }
}
