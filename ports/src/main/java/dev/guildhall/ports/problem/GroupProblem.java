package dev.guildhall.ports.problem;

/** Problems of groups. */
public sealed interface GroupProblem extends Problem {
    /** The profile is a member already. */
    record AlreadyMember() implements GroupProblem {
        @Override
        public String message() {
            return "profileId: is in the group already";
        }
    }

    /** The group would have no owner left. */
    record LastOwner() implements GroupProblem {
        @Override
        public String message() {
            return "the group needs an owner; make another member an owner first, or delete the group";
        }
    }

    /**
     * The group has the most members that a group may have.
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
     * The profile is in the most groups that a profile may be in.
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
