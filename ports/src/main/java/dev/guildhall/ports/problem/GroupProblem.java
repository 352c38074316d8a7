package dev.guildhall.ports.problem;

/** Problems of groups: what their state does not allow. */
public sealed interface GroupProblem extends Problem {
    /** The profile is in the group. */
    record AlreadyMember() implements GroupProblem {
        @Override
        public String message() {
            return "profileId: is in the group already";
        }
    }

    /** The group would be left without an owner. */
    record LastOwner() implements GroupProblem {
        @Override
        public String message() {
            return "the group needs an owner; make somebody else one first, or delete the group";
        }
    }

    /**
     * As many profiles are in the group as one takes.
     *
     * @param most the limit
     */
    record GroupFull(int most) implements GroupProblem {
        @Override
        public String message() {
            return "the group has " + most + " members, which is the most";
        }
    }

    /**
     * The profile is in as many groups as one may.
     *
     * @param most the limit
     */
    record TooManyGroups(int most) implements GroupProblem {
        @Override
        public String message() {
            return "the profile is in " + most + " groups, which is the most";
        }
    }
}
