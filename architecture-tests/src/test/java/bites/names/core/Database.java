package bites.names.core;

interface Database {}
