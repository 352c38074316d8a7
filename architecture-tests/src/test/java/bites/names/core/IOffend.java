package bites.names.core;

interface IOffend {}
